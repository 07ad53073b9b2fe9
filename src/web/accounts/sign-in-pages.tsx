import { browserSession } from '../../access/sessions/recognise-session.ts'
import { forgottenPath, linkPath, returnPath } from '../../access/sessions/rules.ts'
import { openSession } from '../../access/sessions/open-session.ts'
import { type FoundLink, readLink, useLink } from '../../access/sessions/use-link.ts'
import { passwordCharactersMin } from '../../access/users/rules.ts'
import { AppError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { codePages, signedIn } from './code-page.tsx'
import { endOwnSession } from './end-own-session.ts'
import { browserOf, demandOurForm, fieldText, problemOf } from './form-problems.ts'
import { Checkbox, Field } from '../kit/form.tsx'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { Button, ButtonLink, Empty, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { passwordCharactersMost, readNewPassword } from './new-password.ts'
import type { PlainKey } from '../../core/words/catalogue.ts'

/** The pages for signing in, and behind the links that set passwords (contract.md 21). They work without scripts. */
export function signInPages(pages: Pages, deps: Deps) {
  pages.show({
    path: '/sign-in',
    kind: 'personal',
    handle: ({ query, words }) => ({
      title: words.t('signIn.title'),
      body: <SignIn login="" next={returnPath(query['next'])} />,
    }),
  })
  pages.take({ path: '/sign-in', kind: 'personal', handle: visit => takeSignIn(deps, visit) })
  codePages(pages, deps)
  const path = `${linkPath}/:secret`
  pages.show({
    path,
    kind: 'personal',
    // Opening a link changes nothing, because mail programs open links too.
    handle: visit => withLink(deps, visit, link => linkPage(visit, { link })),
  })
  pages.take({
    path,
    kind: 'personal',
    handle: visit => {
      demandOurForm(deps, visit)
      return withLink(deps, visit, link => takeLink(deps, visit, link))
    },
  })
}

async function takeSignIn(deps: Deps, visit: Visit): Promise<Page | Redirect> {
  demandOurForm(deps, visit)
  const { form, words, address } = visit
  const login = fieldText(form['login'])
  const next = returnPath(form['next'])
  try {
    const before = await browserSession(deps, visit.request)
    const proof = { login, password: fieldText(form['password']), address }
    const made = await openSession(deps, proof, browserOf(visit))
    if (before) await endOwnSession(deps, before, before.id)
    return await signedIn(deps, visit, { opened: made, next })
  } catch (error) {
    const { problem, ...answer } = problemOf(error, visit)
    const body = <SignIn login={login} next={next} problem={problem} />
    return { title: words.t('signIn.title'), body, ...answer }
  }
}

function SignIn(props: { login: string; next: string; problem?: string }) {
  const { login, next, problem } = props
  const { site, words } = useView()
  const { t } = words
  return (
    <div class="narrow stack">
      <h1>{t('signIn.title')}</h1>
      {problem && <Notice tone="bad" title={problem} isNew />}
      <form
        class="card pad stack"
        method="post"
        action={`${site.base}/sign-in`}
        aria-label={t('signIn.title')}
      >
        <input type="hidden" name="next" value={next} />
        <Field
          name="login"
          label={t('reset.name')}
          value={login}
          autocomplete="username"
          maxlength={254}
          required
        />
        <Field
          name="password"
          type="password"
          label={t('signIn.password')}
          autocomplete="current-password"
          maxlength={passwordCharactersMost}
          required
        />
        <Button main wide>
          {t('signIn.button')}
        </Button>
      </form>
      <p>
        <a href={`${site.base}${forgottenPath}`}>{t('reset.title')}</a>
      </p>
      <p class="soft">{t('signIn.noPassword')}</p>
    </div>
  )
}

/** Runs `act` with the link of the address; a link that is not valid any more has a page that says so. */
async function withLink(
  deps: Deps,
  visit: Visit,
  act: (link: FoundLink) => Page | Redirect | Promise<Page | Redirect>,
): Promise<Page | Redirect> {
  try {
    return await act(await readLink(deps, sentLink(visit)))
  } catch (error) {
    const { t } = visit.words
    if (error instanceof AppError && error.code === 'rest_link_not_found') {
      const body = <LinkGone />
      return { title: t('link.gone'), body, status: error.status }
    }
    const { problem, ...answer } = problemOf(error, visit)
    return { title: problem, body: <Empty title={problem} level={1} />, ...answer }
  }
}

function LinkGone() {
  const { site, words } = useView()
  const { t } = words
  return (
    <Empty title={t('link.gone')} text={t('link.goneText')} level={1}>
      <ButtonLink href={`${site.base}${forgottenPath}`}>{t('reset.title')}</ButtonLink>
    </Empty>
  )
}

const sentLink = ({ params, address }: Visit) => ({ secret: params['secret'] ?? '', address })

async function takeLink(deps: Deps, visit: Visit, link: FoundLink): Promise<Page | Redirect> {
  const { form, words } = visit
  const read = link.purpose === 'sign-in' ? undefined : readNewPassword(form, words)
  if (read && 'problem' in read) {
    return { ...linkPage(visit, { link, problem: read.problem }), status: 400 }
  }
  const keys = link.purpose === 'reset' ? { keepKeys: form['keep_keys'] === '1' } : {}
  const before = await browserSession(deps, visit.request)
  const use = { ...sentLink(visit), ...read, ...keys, browser: browserOf(visit) }
  const made = await useLink(deps, use)
  if (before) await endOwnSession(deps, before, before.id)
  return signedIn(deps, visit, { opened: made, next: '/account' })
}

const linkTitles: Readonly<Record<FoundLink['purpose'], PlainKey>> = {
  'set-up': 'link.setUp',
  invitation: 'link.invitation',
  reset: 'link.reset',
  'sign-in': 'signIn.title',
}

type LinkProps = { link: FoundLink; problem?: string }

const linkPage = ({ words, params }: Visit, props: LinkProps): Page => ({
  title: words.t(linkTitles[props.link.purpose]),
  body: <LinkForm secret={params['secret'] ?? ''} {...props} />,
})

function LinkForm({ secret, link, problem }: LinkProps & { secret: string }) {
  const { site, words } = useView()
  const { t } = words
  const title = t(linkTitles[link.purpose])
  const setsPassword = link.purpose !== 'sign-in'
  return (
    <div class="narrow stack">
      <h1>{title}</h1>
      {problem && <Notice tone="bad" title={problem} isNew />}
      <form
        class="card pad stack"
        method="post"
        action={`${site.base}${linkPath}/${encodeURIComponent(secret)}`}
        aria-label={title}
      >
        <p>
          {t('link.account')} <strong>{link.login}</strong>
        </p>
        <input type="hidden" name="username" value={link.login} autocomplete="username" />
        {setsPassword && <NewPassword />}
        {link.purpose === 'reset' && (
          <Checkbox name="keep_keys" label={t('link.keepKeys')} hint={t('link.keepKeysHint')} />
        )}
        <Button main wide>
          {t(setsPassword ? 'link.save' : 'signIn.button')}
        </Button>
      </form>
    </div>
  )
}

/** The fields of a new password, entered twice. */
export function NewPassword() {
  const { t } = useView().words
  const field = {
    type: 'password',
    autocomplete: 'new-password',
    maxlength: passwordCharactersMost,
    required: true,
  } as const
  const hint = t('password.hint', { count: passwordCharactersMin })
  return (
    <>
      <Field name="password" label={t('password.new')} hint={hint} {...field} />
      <Field name="again" label={t('password.again')} {...field} />
    </>
  )
}
