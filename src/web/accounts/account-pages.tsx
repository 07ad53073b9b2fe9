import { changeOwnPassword } from '../../access/sessions/change-own-password.ts'
import {
  browserSession,
  demandOwnPage,
  type SignedIn,
} from '../../access/sessions/recognise-session.ts'
import { sessionCookieHeader, sessionNonce } from '../../access/sessions/rules.ts'
import { type SessionShown, showSessions } from '../../access/sessions/show-sessions.ts'
import { type FactorShown, showFactor } from '../../access/second-factor/show-factor.ts'
import { canSomewhere } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { browserName } from './browser-name.ts'
import { endOtherSessions, endOwnSession } from './end-own-session.ts'
import { Checkbox, Field } from '../kit/form.tsx'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { Button, ButtonLink, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { passwordCharactersMost, readNewPassword } from './new-password.ts'
import { browserOf, demandOurForm, fieldText, problemOf } from './form-problems.ts'
import { NewPassword } from './sign-in-pages.tsx'
import { secondFactorPages } from './second-factor-page.tsx'

const toSignIn: Redirect = { to: '/sign-in?next=/account', status: 303, staysOnHost: true }
const toAccount: Redirect = { to: '/account', status: 303, staysOnHost: true }

/** The page of the signed-in account, and its forms: signing out, ending sessions, changing the password. */
export function accountPages(pages: Pages, deps: Deps) {
  pages.show({
    path: '/account',
    kind: 'personal',
    handle: async visit => {
      const session = await browserSession(deps, visit.request)
      return session ? accountPage(deps, visit, { session }) : toSignIn
    },
  })
  pages.take({
    path: '/sign-out',
    kind: 'personal',
    handle: async visit => {
      const session = await ownSession(deps, visit)
      if (session) await endOwnSession(deps, session, session.id)
      const cookies = [sessionCookieHeader('', deps.publicRoot)]
      return { to: '/sign-in', status: 303, staysOnHost: true, cookies }
    },
  })
  pages.take({
    path: '/account/sessions/:id(^\\d{1,15}$)/end',
    kind: 'personal',
    handle: async visit => {
      const session = await ownSession(deps, visit)
      if (!session) return toSignIn
      await endOwnSession(deps, session, Number(visit.params['id']))
      return toAccount
    },
  })
  pages.take({
    path: '/account/sessions/end',
    kind: 'personal',
    handle: async visit => {
      const session = await ownSession(deps, visit)
      if (!session) return toSignIn
      await endOtherSessions(deps, session)
      return toAccount
    },
  })
  secondFactorPages(pages, deps)
  pages.take({
    path: '/account/password',
    kind: 'personal',
    handle: async visit => {
      const session = await ownSession(deps, visit)
      return session ? takePassword(deps, visit, session) : toSignIn
    },
  })
}

/** The session whose form this is, proven by the token in it; undefined when nobody is signed in. */
async function ownSession(deps: Deps, visit: Visit): Promise<SignedIn | undefined> {
  demandOurForm(deps, visit)
  const session = await browserSession(deps, visit.request)
  if (session) demandOwnPage(deps, visit.request, { session, nonce: visit.form['token'] })
  return session
}

async function takePassword(deps: Deps, visit: Visit, session: SignedIn): Promise<Page | Redirect> {
  const { form, words, address } = visit
  const read = readNewPassword(form, words)
  if ('problem' in read) {
    return { ...(await accountPage(deps, visit, { session, problem: read.problem })), status: 400 }
  }
  const proof = { login: session.login, password: fieldText(form['current']), address }
  const wanted = { ...read, keepKeys: form['keep_keys'] === '1', browser: browserOf(visit) }
  try {
    const { secret } = await changeOwnPassword(deps, proof, wanted)
    return { ...toAccount, cookies: [sessionCookieHeader(secret, deps.publicRoot)] }
  } catch (error) {
    const { problem, ...answer } = problemOf(error, visit)
    return { ...(await accountPage(deps, visit, { session, problem })), ...answer }
  }
}

type AccountPageState = { session: SignedIn; problem?: string }

async function accountPage(
  deps: Deps,
  { words }: Visit,
  { session, problem }: AccountPageState,
): Promise<Page> {
  const account = {
    login: session.login,
    displayName: session.displayName,
    currentId: session.id,
    sessions: await showSessions(deps, session.caller.userId),
    factor: await showFactor(deps, session.caller),
    token: sessionNonce(deps.secrets.nonce, session.id),
    setsUpDoors: canSomewhere(session.caller, 'keys.write'),
  }
  const body = <AccountPage account={account} problem={problem} />
  return { title: words.t('account.title'), body }
}

type Account = {
  login: string
  displayName: string
  /** All sessions of the account, and which of them is this browser's. */
  currentId: number
  sessions: readonly SessionShown[]
  factor: FactorShown
  /** The token that proves that a form was sent from this page. */
  token: string
  setsUpDoors: boolean
}

type AccountProps = { account: Account; problem?: string | undefined }

function AccountPage({ account, problem }: AccountProps) {
  const { site, words } = useView()
  const { t } = words
  const docs = [
    ['events', 'account.events'],
    ['tickets', 'account.tickets'],
    ['admin', 'account.admin'],
  ] as const
  return (
    <div class="narrow stack">
      <h1>{account.displayName}</h1>
      <p>
        {t('account.signedIn')} <strong>{account.login}</strong>
      </p>
      <form method="post" action={`${site.base}/sign-out`}>
        <Token {...account} />
        <Button>{t('account.signOut')}</Button>
      </form>
      <p>
        <a href={`${site.base}/admin`}>{t('account.console')}</a>
      </p>
      {account.setsUpDoors && (
        <p>
          <a href={`${site.base}/tickets-door`}>{t('doors.title')}</a>
        </p>
      )}
      <h2>{t('account.interface')}</h2>
      <ul class="plain row wraps">
        {docs.map(([name, title]) => (
          <li key={name}>
            <a href={`${site.base}/docs/${name}`}>{t(title)}</a>
          </li>
        ))}
      </ul>
      <h2>{t('account.browsers')}</h2>
      {account.sessions.map(session => (
        <Browser key={session.id} session={session} account={account} />
      ))}
      {account.sessions.length > 1 && (
        <form method="post" action={`${site.base}/account/sessions/end`}>
          <Token {...account} />
          <Button small>{t('account.endOthers')}</Button>
        </form>
      )}
      <h2>{t('factor.title')}</h2>
      {account.factor.isDemanded && !account.factor.since && (
        <Notice tone="warn" title={t('factor.demanded')} />
      )}
      <p>
        {account.factor.since
          ? t('factor.on', {
              since: words.moment(account.factor.since, site.zone, 'full'),
              zone: site.zone,
            })
          : t('factor.off')}
      </p>
      <p>
        <ButtonLink href={`${site.base}/account/second-factor`}>
          {t(account.factor.since ? 'factor.manage' : 'factor.begin')}
        </ButtonLink>
      </p>
      <ChangePassword account={account} problem={problem} />
    </div>
  )
}

const Token = ({ token }: Pick<Account, 'token'>) => (
  <input type="hidden" name="token" value={token} />
)

function Browser({ session, account }: { session: SessionShown; account: Account }) {
  const { site, words } = useView()
  const { t } = words
  const { id, browser, created_at, used_at } = session
  const isThis = id === account.currentId
  const at = (iso: string) => words.moment(new Date(iso), site.zone, 'full')
  return (
    <div class="card pad stack">
      <p>
        <strong>
          {isThis ? t('account.thisBrowser') : browserName(browser) || t('account.unnamed')}
        </strong>
      </p>
      <p class="soft small">
        {t('account.used', { since: at(created_at), used: at(used_at), zone: site.zone })}
      </p>
      {!isThis && (
        <form method="post" action={`${site.base}/account/sessions/${id}/end`}>
          <Token {...account} />
          <Button small>{t('account.endBrowser')}</Button>
        </form>
      )}
    </div>
  )
}

function ChangePassword({ account, problem }: AccountProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <>
      <h2>{t('signIn.password')}</h2>
      {problem && <Notice tone="bad" title={problem} isNew />}
      <p>{t('account.newPassword')}</p>
      <form
        class="card pad stack"
        method="post"
        action={`${site.base}/account/password`}
        aria-label={t('account.change')}
      >
        <Token {...account} />
        <input type="hidden" name="username" value={account.login} autocomplete="username" />
        <Field
          name="current"
          type="password"
          label={t('account.current')}
          autocomplete="current-password"
          maxlength={passwordCharactersMost}
          required
        />
        <NewPassword />
        <Checkbox name="keep_keys" label={t('link.keepKeys')} hint={t('link.keepKeysHint')} />
        <Button main wide>
          {t('account.change')}
        </Button>
      </form>
    </>
  )
}
