import type { SessionShown } from '../access/sessions/show-sessions.ts'
import { passwordCharactersMin } from '../access/users/rules.ts'
import { type Html, html } from '../core/html.ts'

export type Account = {
  login: string
  displayName: string
  /** All sessions of the account, and which of them is this browser's. */
  currentId: number
  sessions: readonly SessionShown[]
  /** The token that proves that a form was sent from this page. */
  token: string
}

/** The page of the signed-in account: its sessions, and how to end them. `root` precedes every address. */
export function accountPage(root: string, account: Account, problem?: string): Html {
  const { login, displayName, sessions, token } = account
  const field = html`<input type="hidden" name="token" value="${token}">`
  return html`<h1>${displayName}</h1>
  <p>Signed in as <strong>${login}</strong>. The interface is described <a href="${root}/docs/events">here (events)</a>,
    <a href="${root}/docs/tickets">here (tickets)</a> and <a href="${root}/docs/admin">here (administration)</a>.</p>
  <form method="post" action="${root}/sign-out">${field}<p><button>Sign out</button></p></form>
  <h2>Browsers</h2>
  <ul>${sessions.map(session => sessionItem(root, { session, account, field }))}</ul>
  <h2>Password</h2>
  ${problem && html`<p role="alert"><strong>${problem}</strong></p>`}
  <p>A new password signs all browsers out but this one.</p>
  <form method="post" action="${root}/account/password">${field}
    <input type="hidden" name="username" value="${login}" autocomplete="username">
    <p><label>Current password<br><input name="current" type="password" autocomplete="current-password" required maxlength="1000"></label></p>
    ${newPasswordFields}${keepKeysField}
    <p><button>Change the password</button></p>
  </form>`
}

type Item = { session: SessionShown; account: Account; field: Html }

function sessionItem(root: string, { session, account, field }: Item): Html {
  const { id, browser, created_at, used_at } = session
  const since = html`since <time datetime="${created_at}">${minute(created_at)}</time>, last used
    <time datetime="${used_at}">${minute(used_at)}</time> (UTC)`
  if (id === account.currentId) return html`<li><strong>This browser</strong>, ${since}</li>`
  return html`<li>${browser || 'Unnamed browser'}, ${since}
    <form method="post" action="${root}/account/sessions/${id}/end">${field}<button>Sign this browser out</button></form></li>`
}

const minute = (iso: string) => iso.slice(0, 16).replace('T', ' ')

const newPasswordFields = html`<p><label>New password, ${passwordCharactersMin} characters or more<br><input name="password" type="password" autocomplete="new-password" required minlength="${passwordCharactersMin}" maxlength="1000"></label></p>
    <p><label>The same again<br><input name="again" type="password" autocomplete="new-password" required maxlength="1000"></label></p>`

const keepKeysField = html`<p><label><input type="checkbox" name="keep_keys" value="1"> Keep application passwords and API keys. Leave this off when somebody else may know them.</label></p>`
