import { confirmSession } from '../../access/sessions/confirm-session.ts'
import {
  browserSession,
  demandOwnPage,
  type SignedIn,
} from '../../access/sessions/recognise-session.ts'
import { sessionNonce } from '../../access/sessions/rules.ts'
import { removeOwnFactor } from '../../access/second-factor/remove-factor.ts'
import {
  beginSetUp,
  begunSetUp,
  confirmFactor,
  renewRecovery,
} from '../../access/second-factor/set-up-factor.ts'
import { showFactor } from '../../access/second-factor/show-factor.ts'
import { actorOf } from '../../core/actor.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { svgUrl } from '../../ticketing/checkin/draw-qr.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { demandOurForm, fieldText, problemOf } from './form-problems.ts'
import { FactorPage, RecoveryPage } from './second-factor-parts.tsx'

const path = '/account/second-factor'
const toSignIn: Redirect = { to: `/sign-in?next=${path}`, status: 303, staysOnHost: true }
const toPage: Redirect = { to: path, status: 303, staysOnHost: true }

/** The page on which people set up, renew and remove their second factor, without scripts (contract.md 33). */
export function secondFactorPages(pages: Pages, deps: Deps) {
  pages.show({
    path,
    kind: 'personal',
    handle: async visit => {
      const session = await browserSession(deps, visit.request)
      return session ? factorPage(deps, visit, { session }) : toSignIn
    },
  })
  const take = (step: string, act: Act) =>
    pages.take({
      path: `${path}/${step}`,
      kind: 'personal',
      handle: visit => takeStep(deps, visit, act),
    })
  take('begin', begin)
  take('confirm', async (deps, { userId, code, address }) => ({
    codes: await confirmFactor(deps, { userId, code, address }),
  }))
  take('recovery-codes', async (deps, { userId, code, address }) => ({
    codes: await renewRecovery(deps, { userId, code, address }),
  }))
  take('remove', async (deps, { userId, code, password, address }) => {
    await removeOwnFactor(deps, { userId, code, password, address })
    return undefined
  })
}

type StepInput = {
  session: SignedIn
  userId: number
  code: string
  password: string
  address: string
}
type Act = (deps: Deps, sent: StepInput) => Promise<{ codes: string[] } | undefined>

/** The form of the page, proven by the token in it. What goes wrong is said on the page. */
async function takeStep(deps: Deps, visit: Visit, act: Act): Promise<Page | Redirect> {
  demandOurForm(deps, visit)
  const session = await browserSession(deps, visit.request)
  if (!session) return toSignIn
  const { form, address, words } = visit
  demandOwnPage(deps, visit.request, { session, nonce: form['token'] })
  const actor = actorOf(session.caller, { operation: 'changeSecondFactor' })
  const { userId } = session.caller
  const [code, password] = [fieldText(form['code']), fieldText(form['current'])]
  try {
    const done = await act(actingAs(deps, actor), { session, userId, code, password, address })
    if (!done) return toPage
    return { title: words.t('factor.codes'), body: <RecoveryPage codes={done.codes} /> }
  } catch (error) {
    const { problem, ...answer } = problemOf(error, visit)
    return { ...(await factorPage(deps, visit, { session, problem })), ...answer }
  }
}

/** Somebody who did not sign in just now gives the password first, as over the interface. */
const begin: Act = async (deps, { session, userId, password, address }) => {
  if (session.caller.credentialEndsAt !== null) {
    const noMail = async () => fail('rest_confirm_required')
    const confirmation = { session, password, code: undefined, address, mailLink: noMail }
    await confirmSession(deps, confirmation)
  }
  await beginSetUp(deps, userId)
  return undefined
}

type FactorView = { session: SignedIn; problem?: string }

async function factorPage(
  deps: Deps,
  { words }: Visit,
  { session, problem }: FactorView,
): Promise<Page> {
  const { caller, id, login } = session
  const factor = await showFactor(deps, caller)
  const begun = factor.since ? undefined : await begunSetUp(deps, caller.userId)
  const state = {
    token: sessionNonce(deps.secrets.nonce, id),
    login,
    factor,
    begun: begun && { ...begun, picture: await svgUrl(begun.uri) },
    isStale: caller.credentialEndsAt !== null,
  }
  const body = <FactorPage state={state} problem={problem} />
  return { title: words.t('factor.title'), body }
}
