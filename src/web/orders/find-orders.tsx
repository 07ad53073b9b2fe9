import type { Deps } from '../../messaging/deps.ts'
import { sendLinks } from '../../messaging/outbox/send-links.ts'
import { refusalOf } from '../checkout/refusals.ts'
import { buyerProblems, sentBuyer } from '../checkout/sent-basket.ts'
import { doneCookie, toldOnce } from '../kit/done-cookie.ts'
import { Field } from '../kit/form.tsx'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { Button, ButtonLink, Empty, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import { findPath } from '../kit/find-address.ts'

/** The page on which buyers have the links of their orders and tickets mailed to them (contract.md 26.11). */
export function findPages(pages: Pages, deps: Deps) {
  const sendsMail = deps.mailer !== undefined
  pages.show({
    path: findPath,
    kind: 'personal',
    handle: visit => {
      const { done, cookies } = toldOnce(visit, doneWords)
      const isOrdered = visit.query['basket'] === 'ordered'
      return { ...findPage({ sendsMail, done, isOrdered, email: '' }, visit.words), cookies }
    },
  })
  pages.take({
    path: findPath,
    kind: 'personal',
    handle: visit => takeAddress(deps, visit, sendsMail),
  })
}

/** What the page says after its form was sent. */
const doneWords = { links: 'find.done' } as const

/** The answer and its time are the same for every address. */
async function takeAddress(deps: Deps, visit: Visit, sendsMail: boolean): Promise<Page | Redirect> {
  const { words, form, request, site } = visit
  const { email } = sentBuyer(form)
  const entered = { sendsMail, email }
  if (buyerProblems({ name: 'Somebody', email }).includes('email')) {
    return findPage({ ...entered, problem: words.t('problem.email') }, words, 422)
  }
  try {
    await sendLinks(deps, { email, request, language: words.language })
    const cookies = [doneCookie('links', site)]
    return { to: findPath, status: 303, staysOnHost: true, cookies }
  } catch (error) {
    const { text: refusal, status } = refusalOf(error, words)
    return findPage({ ...entered, refusal }, words, status)
  }
}

type FindProps = {
  sendsMail: boolean
  email: string
  /** Whether the visitor's basket was ordered elsewhere, perhaps by whoever sent its link. */
  isOrdered?: boolean
  done?: string | undefined
  problem?: string
  refusal?: string
}

function findPage(props: FindProps, { t }: Words, status?: number): Page {
  return {
    title: t('find.title'),
    ...(status === undefined ? {} : { status }),
    body: <Find {...props} />,
  }
}

function Find({ sendsMail, email, isOrdered, done, problem, refusal }: FindProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <div class="narrow stack">
      <h1>{t('find.title')}</h1>
      {isOrdered && (
        <Notice tone="warn" title={t('find.ordered')} isNew>
          <p>{t('find.orderedText')}</p>
          <p>
            <a href={`${site.base}/events/`}>{t('missing.way')}</a>
          </p>
        </Notice>
      )}
      {refusal && <Notice tone="bad" title={refusal} isNew />}
      {done && sendsMail && (
        <Notice tone="good" title={done} isNew>
          <p>{t('find.doneText')}</p>
        </Notice>
      )}
      {!sendsMail && <Notice tone="warn" title={t('find.noMail')} isNew={done !== undefined} />}
      {sendsMail && (
        <form
          class="card pad stack"
          method="post"
          action={`${site.base}${findPath}`}
          aria-label={t('find.title')}
          novalidate
        >
          <p class="soft">{t('find.text')}</p>
          <Field
            name="email"
            label={t('checkout.email')}
            type="email"
            value={email}
            autocomplete="email"
            maxlength={254}
            problem={problem}
            required
          />
          <Button main wide>
            {t('find.button')}
          </Button>
        </form>
      )}
    </div>
  )
}

/** The page of an invalid order link: it was mistyped or cut off, and can be requested again. */
export function lostLinkPage({ words, site }: Visit): Page {
  const { t } = words
  return {
    title: t('find.lost'),
    status: 404,
    body: (
      <Empty level={1} title={t('find.lost')} text={t('find.lostText')}>
        <ButtonLink main href={`${site.base}${findPath}`}>
          {t('find.title')}
        </ButtonLink>
      </Empty>
    ),
  }
}
