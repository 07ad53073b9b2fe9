import {
  browserSession,
  demandOwnPage,
  type SignedIn,
} from '../../access/sessions/recognise-session.ts'
import { sessionNonce } from '../../access/sessions/rules.ts'
import { actorOf } from '../../core/actor.ts'
import { can, canSomewhere, isStale } from '../../core/caller.ts'
import type { Deps } from '../../messaging/deps.ts'
import { svgUrl } from '../../ticketing/checkin/draw-qr.ts'
import { addGate, endDevice } from '../../ticketing/door/change-doors.ts'
import { makeDevice } from '../../ticketing/door/make-device.ts'
import { takeFileBytes } from '../../ticketing/door/read-file.ts'
import { showDoors } from '../../ticketing/door/show-doors.ts'
import { doorListPages } from './list-pages.tsx'
import { demandOurForm, fieldText } from '../accounts/form-problems.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { addressOf, lacksFactor, numberOf, path, toFactor, toSignIn } from './door-address.ts'
import { DoorsPage, PairingPage } from './doors-page.tsx'

const nameMost = 100

/** The page on which staff pair phones and set up gates (contract.md 34.1). It works without scripts. */
export function doorPages(pages: Pages, deps: Deps) {
  pages.show({
    path,
    kind: 'personal',
    handle: async visit => {
      const session = await browserSession(deps, visit.request)
      return session ? doorsPage(deps, visit, { session }) : toSignIn(visit.query['event'])
    },
  })
  take('/pair', takePairing)
  take('/gates', takeGate)
  take('/revoke', takeRevoking)
  take('/file', takeFile)
  doorListPages(pages, deps)

  function take(below: string, handle: typeof takeGate) {
    pages.take({
      path: `${path}${below}`,
      kind: 'personal',
      handle: async visit => {
        demandOurForm(deps, visit)
        const session = await browserSession(deps, visit.request)
        if (!session) return toSignIn(visit.form['event'])
        demandOwnPage(deps, visit.request, { session, nonce: visit.form['token'] })
        if (lacksFactor(session)) return toFactor
        return canSomewhere(session.caller, 'keys.write') ? handle(deps, visit, session) : undefined
      },
    })
  }
}

type Situation = { session: SignedIn; problem?: string; done?: string; status?: number }

async function doorsPage(
  deps: Deps,
  visit: Visit,
  { session, problem, done, status }: Situation,
): Promise<Page | undefined> {
  if (!canSomewhere(session.caller, 'keys.write')) return undefined
  const wantedId = numberOf(visit.query['event']) ?? numberOf(visit.form['event'])
  const doors = await showDoors(deps, session.caller, wantedId)
  const token = sessionNonce(deps.secrets.nonce, session.id)
  return {
    title: visit.words.t('doors.title'),
    body: <DoorsPage doors={doors} token={token} problem={problem} done={done} />,
    ...(status !== undefined && { status }),
  }
}

/** The event of a form, at which the person sets up doors. */
function eventOf({ form }: Visit, { caller }: SignedIn): number | undefined {
  const event = numberOf(form['event'])
  return event !== undefined && can(caller, 'keys.write', event) ? event : undefined
}

const nameOf = (value: unknown) => fieldText(value).trim().slice(0, nameMost)

const actorFor = ({ caller }: SignedIn, operation: string) => actorOf(caller, { operation })

async function takePairing(deps: Deps, visit: Visit, session: SignedIn) {
  const event = eventOf(visit, session)
  if (event === undefined) return undefined
  const { t } = visit.words
  const name = nameOf(visit.form['name'])
  const wrong = isStale(session.caller) ? t('doors.again') : name === '' ? t('doors.noName') : ''
  if (wrong !== '') return doorsPage(deps, visit, { session, problem: wrong, status: 400 })
  const { caller } = session
  const actor = actorFor(session, 'createDoorDevice')
  const gate = numberOf(visit.form['gate']) ?? null
  const isGate = (await showDoors(deps, caller, event)).gates.some(({ id }) => id === gate)
  const { pairing } = await makeDevice(deps, {
    name,
    events: [event],
    gate: isGate ? gate : null,
    profile: visit.form['search'] === '1' ? 'search' : 'scan',
    caller,
    actor,
  })
  const body = (
    <PairingPage
      name={name}
      url={pairing.url}
      picture={await svgUrl(pairing.url)}
      endsAt={new Date(pairing.expires_at)}
      back={addressOf(event)}
    />
  )
  return { title: t('doors.pair'), body }
}

async function takeGate(
  deps: Deps,
  visit: Visit,
  session: SignedIn,
): Promise<Page | Redirect | undefined> {
  const eventId = eventOf(visit, session)
  if (eventId === undefined) return undefined
  const [name, place] = [nameOf(visit.form['gate_name']), nameOf(visit.form['place'])]
  if (name === '') {
    const problem = visit.words.t('doors.noName')
    return doorsPage(deps, visit, { session, problem, status: 400 })
  }
  await addGate(deps, { eventId, name, place }, actorFor(session, 'createGate'))
  return { to: addressOf(eventId), status: 303, staysOnHost: true }
}

async function takeRevoking(
  deps: Deps,
  visit: Visit,
  session: SignedIn,
): Promise<Page | Redirect | undefined> {
  const id = numberOf(visit.form['device'])
  const by = { caller: session.caller, actor: actorFor(session, 'deleteDoorDevice') }
  if (id === undefined || !(await endDevice(deps, id, by))) return undefined
  return { to: addressOf(numberOf(visit.form['event'])), status: 303, staysOnHost: true }
}

const fileProblems = {
  wrong: 'doors.fileWrong',
  revoked: 'doors.fileRevoked',
  gap: 'doors.fileGap',
} as const

/** The file that a phone saved, because it found no network any more. */
async function takeFile(
  deps: Deps,
  visit: Visit,
  session: SignedIn,
): Promise<Page | Redirect | undefined> {
  const { t } = visit.words
  const file = visit.form['file'] as { content?: Buffer } | undefined
  const bytes = file?.content ?? Buffer.alloc(0)
  const scans = await takeFileBytes(deps, bytes, session.caller)
  return typeof scans === 'string'
    ? doorsPage(deps, visit, { session, problem: t(fileProblems[scans]), status: 400 })
    : doorsPage(deps, visit, { session, done: t('doors.fileTaken', { count: scans }) })
}
