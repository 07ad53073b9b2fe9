import type { AccountView } from '../account-link.ts'
import type { Letter, Tongue } from '../letter.ts'

type About = {
  account: AccountView
  tongue: Tongue
  site: string
  /** The page on which the owner has another link sent. */
  askUrl: string
}

const common = ({ name }: AccountView) =>
  ({ greets: name, from: undefined, isTest: false, tickets: [], isAboutAccount: true }) as const

/** To the owner of an account for which somebody asked for a new password. */
export function passwordReset({ account, tongue: { texts }, site }: About): Letter {
  const { reset, login } = texts.account
  return {
    ...common(account),
    subject: reset.subject(site),
    blocks: [
      { kind: 'text', text: reset.intro(site) },
      { kind: 'rows', rows: [{ label: login, lines: [account.login] }] },
      { kind: 'link', text: reset.link, url: account.url },
      { kind: 'text', text: reset.once },
      { kind: 'text', text: reset.unasked },
    ],
  }
}

/** To the owner of a new account, who has no password yet. */
export function accountInvited({ account, tongue: { texts }, site, askUrl }: About): Letter {
  const { invited, login } = texts.account
  return {
    ...common(account),
    subject: invited.subject(site),
    blocks: [
      { kind: 'text', text: invited.intro(site) },
      { kind: 'rows', rows: [{ label: login, lines: [account.login] }] },
      { kind: 'link', text: invited.link, url: account.url },
      { kind: 'text', text: invited.once },
      { kind: 'links', links: [{ text: invited.later, url: askUrl }] },
    ],
  }
}

/** To somebody without a password, who confirms by this link what a browser is about to change. */
export function signInAgain({ account, tongue: { texts }, site }: About): Letter {
  const { confirm, login } = texts.account
  return {
    ...common(account),
    subject: confirm.subject(site),
    blocks: [
      { kind: 'text', text: confirm.intro(site) },
      { kind: 'rows', rows: [{ label: login, lines: [account.login] }] },
      { kind: 'link', text: confirm.link, url: account.url },
      { kind: 'text', text: confirm.once },
      { kind: 'text', text: confirm.unasked },
    ],
  }
}
