import { forgottenPath, isSameOrigin } from '../../access/sessions/rules.ts'
import { fail } from '../../core/errors.ts'
import { localeNamed } from '../../core/locale.ts'
import { askReset } from '../../messaging/accounts/ask-reset.ts'
import type { Deps } from '../../messaging/deps.ts'
import { refusalOf } from '../checkout/refusals.ts'
import { doneCookie, toldOnce } from '../kit/done-cookie.ts'
import { Field } from '../kit/form.tsx'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { Button, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'

const nameCharactersMost = 254

/** The page on which people have a link for a new password mailed to them (contract.md 21.7). */
export function forgottenPages(pages: Pages, deps: Deps) {
  const sendsMail = deps.mailer !== undefined
  pages.show({
    path: forgottenPath,
    kind: 'personal',
    handle: visit => {
      const { done, cookies } = toldOnce(visit, doneWords)
      return { ...forgottenPage({ sendsMail, done, name: '' }, visit.words), cookies }
    },
  })
  pages.take({
    path: forgottenPath,
    kind: 'personal',
    handle: visit => takeName(deps, visit, sendsMail),
  })
}

/** What the page says after its form was sent. */
const doneWords = { reset: 'reset.done' } as const

/** The answer is the same for every name, whether an account has it or not. */
async function takeName(deps: Deps, visit: Visit, sendsMail: boolean): Promise<Page | Redirect> {
  const { words, form, request, address, site } = visit
  // Another site's form would use up what its visitors' networks may ask for.
  if (isSameOrigin(request.headers, deps.publicRoot) !== true) fail('rest_cookie_invalid_nonce')
  const name = typeof form['name'] === 'string' ? form['name'].trim() : ''
  if (!sendsMail) return forgottenPage({ sendsMail, name }, words, 409)
  if (name === '' || name.length > nameCharactersMost || name.includes('\0')) {
    return forgottenPage({ sendsMail, name, problem: words.t('reset.nameMissing') }, words, 422)
  }
  try {
    const locale = localeNamed(words.language) ?? deps.siteSettings().language
    await askReset(deps, { name, address, locale })
    const cookies = [doneCookie('reset', site)]
    return { to: forgottenPath, status: 303, staysOnHost: true, cookies }
  } catch (error) {
    const { text: refusal, status } = refusalOf(error, words)
    return forgottenPage({ sendsMail, name, refusal }, words, status)
  }
}

type ForgottenProps = {
  sendsMail: boolean
  name: string
  done?: string | undefined
  problem?: string
  refusal?: string
}

function forgottenPage(props: ForgottenProps, { t }: Words, status?: number): Page {
  return {
    title: t('reset.title'),
    ...(status === undefined ? {} : { status }),
    body: <Forgotten {...props} />,
  }
}

function Forgotten({ sendsMail, name, done, problem, refusal }: ForgottenProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <div class="narrow stack">
      <h1>{t('reset.title')}</h1>
      {refusal && <Notice tone="bad" title={refusal} isNew />}
      {done && sendsMail && (
        <Notice tone="good" title={done} isNew>
          <p>{t('reset.doneText')}</p>
        </Notice>
      )}
      {sendsMail ? (
        <NameForm name={name} problem={problem} />
      ) : (
        <Notice tone="warn" title={t('reset.noMail')}>
          <p>{t('reset.noMailText')}</p>
        </Notice>
      )}
      <p>
        <a href={`${site.base}/sign-in`}>{t('reset.back')}</a>
      </p>
    </div>
  )
}

function NameForm({ name, problem }: { name: string; problem: string | undefined }) {
  const { site, words } = useView()
  const { t } = words
  return (
    <form
      class="card pad stack"
      method="post"
      action={`${site.base}${forgottenPath}`}
      aria-label={t('reset.title')}
      novalidate
    >
      <p class="soft">{t('reset.text')}</p>
      <Field
        name="name"
        label={t('reset.name')}
        value={name}
        autocomplete="username"
        maxlength={nameCharactersMost}
        problem={problem}
        required
      />
      <Button main wide>
        {t('reset.button')}
      </Button>
    </form>
  )
}
