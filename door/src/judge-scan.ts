import type { Claim } from './read-code.ts'
import { codeHash, doorCodeHash, openSealed, readCode } from './read-code.ts'
import { type About, countWrongCodes, type Db, noteWrongCode } from './store.ts'
import { eveningOfWire, knownOf, type WireEntry } from '../../src/ticketing/door/rules.list.ts'
import {
  judge,
  type ShownProof,
  type Verdict,
  wrongCodesMost,
} from '../../src/ticketing/door/rules.ts'

/** What a scan is, before anything is written. */
export type Judged = {
  readonly verdict: Verdict
  readonly claim: Claim | undefined
  /** The service may know what this phone does not. */
  readonly mayBeNewer: boolean
  /** An address of somebody else: asked of the service where there is a network, and no ticket otherwise. */
  readonly isUnlikely?: boolean
  readonly entry: WireEntry | undefined
  readonly name: string
  /** What must be acknowledged: of the ticket, and of the attendee where its code opens it. */
  readonly notes: readonly string[]
  readonly ticketName: string
  /** Others of the order who are outside. */
  readonly family: readonly WireEntry[]
}

const refused = (reason: Extract<Verdict, { verdict: 'refused' }>['reason']): Judged => ({
  verdict: { verdict: 'refused', reason },
  claim: undefined,
  mayBeNewer: false,
  entry: undefined,
  name: '',
  notes: [],
  ticketName: '',
  family: [],
})

type List = { readonly db: Db; readonly about: About }

/** Codes of ours have 24 characters. */
const strongCharacters = 20

/** Whether a text that is no ticket of ours may be the code on one of another system, which the service knows. */
const isCarriedCode = (text: string) => text.trim().length >= 6 && text.trim().length <= 200

/** Judges what was read by the list of this phone alone. */
export async function judgeText({ db, about }: List, text: string, at: Date): Promise<Judged> {
  const { event } = about
  const code = await readCode(text, about.keys)
  if (!event) return refused('unknown')
  if (code.kind === 'none') {
    const isUnlikely = /^https?:/i.test(text.trim())
    return { ...refused('unknown'), mayBeNewer: isCarriedCode(text), isUnlikely }
  }
  if (code.kind === 'forged') return refused('security_code_not_valid')
  if (code.kind === 'typed') return judgeTyped({ db, about }, code.code, at)
  return judgeClaim({ db, about }, code.claim, at)
}

/** A code that was typed: its letters fit each other, its ticket is in the list, and not too many wrong ones came before it. */
async function judgeTyped(list: List, code: string | undefined, at: Date): Promise<Judged> {
  const { db, about } = list
  if ((await countWrongCodes(db, at)) >= wrongCodesMost) return refused('too_many_codes')
  const typed = code && (await doorCodeHash(about.event?.id ?? 0, code))
  const entry = typed && (await db.getFromIndex('entries', 'typed', typed))
  if (typed && entry) {
    const { id: attendeeId } = entry
    const none = { eventId: undefined, ticketId: undefined, secret: undefined }
    return judgeClaim(list, { ...none, attendeeId, generation: undefined, typed }, at)
  }
  await noteWrongCode(db, at)
  return { ...refused('wrong_code'), mayBeNewer: code !== undefined }
}

/** Judges somebody who was found by name, as staff would. */
export function judgeFound(
  list: List,
  { id, ticket, name }: FoundPerson,
  at: Date,
): Promise<Judged> {
  const claim = {
    attendeeId: id,
    eventId: undefined,
    ticketId: ticket,
    generation: undefined,
    secret: undefined,
    byName: true,
  }
  return judgeClaim(list, claim, at).then(judged => ({ ...judged, name }))
}

type FoundPerson = { readonly id: number; readonly ticket: number; readonly name: string }

async function judgeClaim({ db, about }: List, claim: Claim, at: Date): Promise<Judged> {
  const { event } = about
  if (!event) return refused('unknown')
  // A short code was printed by another system: the service knows it, and the list does not.
  const isElsewhere =
    claim.generation === undefined && (claim.secret?.length ?? 99) < strongCharacters
  if (isElsewhere) return { ...refused('unknown'), claim, mayBeNewer: true }
  if (claim.eventId !== undefined && claim.eventId !== event.id) return refused('other_event')
  const entry = await db.get('entries', claim.attendeeId)
  const verdict = judge(entry && knownOf(entry, rulesOf(about)), {
    evening: eveningOfWire(event),
    gate: gateOf(about),
    shown: await shownBy(claim, entry),
    at,
  })
  return {
    verdict,
    claim,
    mayBeNewer: verdict.verdict === 'refused' && verdict.reason === 'unknown',
    entry,
    ...(await aroundTicket({ db, about }, claim, { entry, verdict })),
  }
}

const rulesOf = ({ tickets }: About) => new Map(tickets.map(({ id, entry }) => [id, entry]))

function gateOf({ gates, gate }: About) {
  const here = gates.find(({ id }) => id === gate)
  return here ? { ticketIds: here.tickets } : null
}

type OnList = { entry: WireEntry | undefined; verdict: Verdict }

/** What must be read before the next scan: of the ticket, of the guest, and what was answered. */
const notesOf = (ofTicket: string | undefined, opened: Awaited<ReturnType<typeof openName>>) =>
  [ofTicket, opened?.note, ...(opened?.answers ?? [])].filter(
    (note): note is string => note !== undefined && note !== '',
  )

/** What the screen says of a ticket beside its verdict. */
async function aroundTicket({ db, about }: List, claim: Claim, { entry, verdict }: OnList) {
  const ticketId = entry?.ticket ?? claim.ticketId
  const ticket = about.tickets.find(({ id }) => id === ticketId)
  const opened = verdict.verdict === 'refused' ? undefined : await openName(claim, entry)
  return {
    name: opened?.name ?? '',
    notes: notesOf(ticket?.door_note, opened),
    ticketName: ticket?.name ?? '',
    family: entry ? await familyOf(db, entry) : [],
  }
}

const openName = async ({ secret }: Claim, entry: WireEntry | undefined) =>
  entry && secret !== undefined ? openSealed(entry.sealed, { ...entry, secret }) : undefined

async function shownBy(claim: Claim, entry: WireEntry | undefined): Promise<ShownProof> {
  if (claim.generation !== undefined) return { kind: 'signed', generation: claim.generation }
  if (claim.byName) return { kind: 'staff' }
  if (claim.typed !== undefined) return { kind: 'secret', isRight: entry?.typed === claim.typed }
  const { secret, attendeeId } = claim
  const isRight =
    entry !== undefined &&
    secret !== undefined &&
    (await codeHash(attendeeId, secret)) === entry.code
  return { kind: 'secret', isRight }
}

async function familyOf(db: Db, entry: WireEntry): Promise<WireEntry[]> {
  if (entry.order === null) return []
  const all = await db.getAllFromIndex('entries', 'order', entry.order)
  return all.filter(one => one.id !== entry.id && one.state === 'valid' && one.entered_at === null)
}

/** How the phone says whose ticket it is. */
export function proofOf({ claim, entry }: Judged) {
  if (!claim) return {}
  const { attendeeId: attendee, generation, typed, byName } = claim
  if (byName) return { attendee }
  if (typed !== undefined) return { attendee, typed }
  if (generation !== undefined) return { attendee, generation }
  return entry?.code ? { attendee, code: entry.code } : { attendee }
}

/** The entry of somebody who came in now. An attendee whom the list did not have gets one. */
export function entered(
  { entry, claim }: Judged,
  { at, about }: { at: Date; about: About },
): WireEntry | undefined {
  if (!claim) return undefined
  const known = entry ?? unknownEntry(claim)
  const entered_at = at.toISOString()
  return {
    ...known,
    generation: Math.max(known.generation, claim.generation ?? 0),
    checked_in_at: known.checked_in_at ?? entered_at,
    inside: true,
    entered_at,
    device: about.device.id,
    gate: about.gate,
  }
}

const unknownEntry = (claim: Claim): WireEntry => ({
  id: claim.attendeeId,
  ticket: claim.ticketId ?? 0,
  order: null,
  generation: claim.generation ?? 0,
  state: 'valid',
  code: '',
  typed: '',
  note: false,
  sealed: '',
  checked_in_at: null,
  inside: false,
  entered_at: null,
  device: null,
  gate: null,
})

/** Whether the ticket is in order but for its money, so that the desk can take it. */
export const isUnpaid = ({ verdict, entry }: Judged): boolean =>
  verdict.verdict === 'refused' &&
  verdict.reason === 'attendee_not_authorized' &&
  entry?.state === 'unpaid'
