import type { AccountView } from '../account-link.ts'
import type { Words } from '../../../core/words/speak.ts'
import type { Letter } from '../letter.ts'

type About = {
  account: AccountView
  words: Words
  site: string
  /** The page on which the owner has another link sent. */
  askUrl: string
}

const common = ({ name }: AccountView) =>
  ({ greets: name, from: undefined, isTest: false, tickets: [], isAboutAccount: true }) as const

/** To the owner of an account for which somebody asked for a new password. */
export function passwordReset({ account, words: { t }, site }: About): Letter {
  return {
    ...common(account),
    subject: t('mail.account.reset.subject', { site }),
    blocks: [
      { kind: 'text', text: t('mail.account.reset.intro', { site }) },
      { kind: 'rows', rows: [{ label: t('mail.account.login'), lines: [account.login] }] },
      { kind: 'link', text: t('mail.account.reset.link'), url: account.url },
      { kind: 'text', text: t('mail.account.reset.once') },
      { kind: 'text', text: t('mail.account.reset.unasked') },
    ],
  }
}

/** To the owner of a new account, who has no password yet. */
export function accountInvited({ account, words: { t }, site, askUrl }: About): Letter {
  return {
    ...common(account),
    subject: t('mail.account.invited.subject', { site }),
    blocks: [
      { kind: 'text', text: t('mail.account.invited.intro', { site }) },
      { kind: 'rows', rows: [{ label: t('mail.account.login'), lines: [account.login] }] },
      { kind: 'link', text: t('mail.account.invited.link'), url: account.url },
      { kind: 'text', text: t('mail.account.invited.once') },
      { kind: 'links', links: [{ text: t('mail.account.invited.later'), url: askUrl }] },
    ],
  }
}

/** To somebody without a password, who confirms by this link what a browser is about to change. */
export function signInAgain({ account, words: { t }, site }: About): Letter {
  return {
    ...common(account),
    subject: t('mail.account.confirm.subject', { site }),
    blocks: [
      { kind: 'text', text: t('mail.account.confirm.intro', { site }) },
      { kind: 'rows', rows: [{ label: t('mail.account.login'), lines: [account.login] }] },
      { kind: 'link', text: t('mail.account.confirm.link'), url: account.url },
      { kind: 'text', text: t('mail.account.confirm.once') },
      { kind: 'text', text: t('mail.account.confirm.unasked') },
    ],
  }
}
