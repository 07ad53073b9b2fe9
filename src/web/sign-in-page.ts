import { forgottenPath } from '../access/sessions/rules.ts'
import { passwordCharactersMin } from '../access/users/rules.ts'
import type { FoundLink } from '../access/sessions/use-link.ts'
import { type Html, html } from '../core/html.ts'

/** The problem with the sent form, in words for the visitor. */
export type FormProblem = string | undefined

const notice = (problem: FormProblem) =>
  problem && html`<p role="alert"><strong>${problem}</strong></p>`

/** The form for login and password. `root` precedes every address, and `next` is the path to go to afterwards. */
export function signInForm(
  root: string,
  { login = '', next, problem }: { login?: string; next: string; problem?: FormProblem },
): Html {
  return html`<h1>Sign in</h1>${notice(problem)}
  <form method="post" action="${root}/sign-in">
    <input type="hidden" name="next" value="${next}">
    <p><label>Login or e-mail address<br><input name="login" value="${login}" autocomplete="username" required maxlength="254"></label></p>
    <p><label>Password<br><input name="password" type="password" autocomplete="current-password" required maxlength="1000"></label></p>
    <p><button>Sign in</button></p>
  </form>
  <p><a href="${root}${forgottenPath}">Forgotten your password?</a></p>
  <p>No password yet? Ask an administrator for a link, or run <code>marquee user link</code> on the server.</p>`
}

const linkTitles: Record<FoundLink['purpose'], string> = {
  'set-up': 'Choose the password of the administrator',
  invitation: 'Choose your password',
  reset: 'Choose a new password',
  'sign-in': 'Sign in',
}

/** The page of a link that works once. Opening it changes nothing, because mail programs open links too. */
export function linkForm(action: string, link: FoundLink, problem?: FormProblem): Html {
  const setsPassword = link.purpose !== 'sign-in'
  return html`<h1>${linkTitles[link.purpose]}</h1>${notice(problem)}
  <form method="post" action="${action}">
    <p>Account: <strong>${link.login}</strong></p>
    <input type="hidden" name="username" value="${link.login}" autocomplete="username">
    ${setsPassword && newPasswordFields}
    ${link.purpose === 'reset' && keepKeysField}
    <p><button>${setsPassword ? 'Save and sign in' : 'Sign in'}</button></p>
  </form>`
}

export const newPasswordFields = html`<p><label>New password, ${passwordCharactersMin} characters or more<br><input name="password" type="password" autocomplete="new-password" required minlength="${passwordCharactersMin}" maxlength="1000"></label></p>
    <p><label>The same again<br><input name="again" type="password" autocomplete="new-password" required maxlength="1000"></label></p>`

export const keepKeysField = html`<p><label><input type="checkbox" name="keep_keys" value="1"> Keep application passwords and API keys. Leave this off when somebody else may know them.</label></p>`

/** Reads a new password from a form, or returns what is wrong with it. */
export function readNewPassword(
  form: Record<string, unknown>,
): { password: string } | { problem: string } {
  const { password, again } = form
  if (typeof password !== 'string' || password.length < passwordCharactersMin) {
    return {
      problem: `A password has ${passwordCharactersMin} characters or more. Nothing was changed.`,
    }
  }
  if (password.length > 1000)
    return { problem: 'A password has at most 1000 characters. Nothing was changed.' }
  return again === password
    ? { password }
    : { problem: 'The two passwords differ. Nothing was changed.' }
}
