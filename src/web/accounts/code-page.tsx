import { finishSignIn, halfSignIn } from '../../access/sessions/finish-sign-in.ts'
import type { Opened } from '../../access/sessions/open-session.ts'
import { browserSession } from '../../access/sessions/recognise-session.ts'
import {
  halfCookie,
  halfCookieHeader,
  returnPath,
  sessionCookie,
  sessionCookieHeader,
} from '../../access/sessions/rules.ts'
import { AppError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { Field } from '../kit/form.tsx'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { Button, ButtonLink, Empty, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { browserOf, demandOurForm, fieldText, problemOf } from './form-problems.ts'

export const codePath = '/sign-in/code'
const setUpPath = '/account/second-factor'

/** The step after the password, or after a link, of people with a second factor (contract.md 33.2). */
export function codePages(pages: Pages, deps: Deps) {
  pages.show({
    path: codePath,
    kind: 'personal',
    handle: async visit => {
      const half = await halfSignIn(deps, halfOf(deps, visit))
      const next = returnPath(visit.query['next'])
      return half ? codePage(visit, { login: half.login, next }) : gonePage(visit)
    },
  })
  pages.take({ path: codePath, kind: 'personal', handle: visit => takeCode(deps, visit) })
}

const halfOf = ({ publicRoot }: Deps, { cookies }: Visit) => cookies[halfCookie(publicRoot)] ?? ''

async function takeCode(deps: Deps, visit: Visit): Promise<Page | Redirect> {
  demandOurForm(deps, visit)
  const { form, address } = visit
  const secret = halfOf(deps, visit)
  const next = returnPath(form['next'])
  const half = await halfSignIn(deps, secret)
  if (!half) return gonePage(visit)
  try {
    const code = fieldText(form['code'])
    const made = await finishSignIn(deps, { secret, code, address, browser: browserOf(visit) })
    return await signedIn(deps, visit, { opened: { kind: 'session', ...made }, next })
  } catch (error) {
    if (error instanceof AppError && error.code === 'rest_session_not_found') return gonePage(visit)
    const { problem, ...answer } = problemOf(error, visit)
    return { ...codePage(visit, { login: half.login, next, problem }), ...answer }
  }
}

/**
 * Where a browser goes after the password or a link was right: to the code where one is taken, to the set-up where the site
 * demands a second factor that the person does not have, and else to `next`.
 */
export async function signedIn(
  deps: Deps,
  visit: Visit,
  { opened: { kind, secret }, next }: { opened: Opened; next: string },
): Promise<Redirect> {
  const { publicRoot } = deps
  const answer = { status: 303, staysOnHost: true } as const
  if (kind === 'half') {
    const to = `${codePath}?next=${encodeURIComponent(next)}`
    return { ...answer, to, cookies: [halfCookieHeader(secret, publicRoot)] }
  }
  const wasHalf = halfOf(deps, visit) !== ''
  const cookies = [
    sessionCookieHeader(secret, publicRoot),
    ...(wasHalf ? [halfCookieHeader('', publicRoot)] : []),
  ]
  const session = await browserSession(deps, {
    headers: visit.request.headers,
    cookies: { [sessionCookie(publicRoot)]: secret },
  })
  return { ...answer, to: session?.caller.lacksFactor ? setUpPath : next, cookies }
}

type CodeProps = { login: string; next: string; problem?: string }

const codePage = ({ words }: Visit, props: CodeProps): Page => ({
  title: words.t('code.title'),
  body: <CodeForm {...props} />,
})

function CodeForm({ login, next, problem }: CodeProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <div class="narrow stack">
      <h1>{t('code.title')}</h1>
      {problem && <Notice tone="bad" title={problem} isNew />}
      <form
        class="card pad stack"
        method="post"
        action={`${site.base}${codePath}`}
        aria-label={t('code.title')}
      >
        <p>
          {t('link.account')} <strong>{login}</strong>
        </p>
        <input type="hidden" name="next" value={next} />
        <CodeField />
        <Button main wide>
          {t('signIn.button')}
        </Button>
      </form>
      <p class="soft">{t('code.lost')}</p>
    </div>
  )
}

/** The field for a code of the app, or a recovery code. */
export function CodeField() {
  const { t } = useView().words
  return (
    <Field
      name="code"
      label={t('code.label')}
      hint={t('code.hint')}
      autocomplete="one-time-code"
      maxlength={40}
      required
    />
  )
}

function gonePage({ words: { t } }: Visit): Page {
  return { title: t('code.over'), body: <Gone />, status: 401 }
}

function Gone() {
  const { site, words } = useView()
  const { t } = words
  return (
    <Empty title={t('code.over')} level={1}>
      <ButtonLink href={`${site.base}/sign-in`}>{t('signIn.title')}</ButtonLink>
    </Empty>
  )
}
