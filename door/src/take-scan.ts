import { looksLikeDoorCode } from '../../src/ticketing/checkin/door-code.ts'
import type { WireEntry } from '../../src/ticketing/door/rules.list.ts'
import { entered, isUnpaid, judgeFound, judgeText, type Judged, proofOf } from './judge-scan.ts'
import { countPassage, noteFailure, recount } from './keep-in-step.ts'
import type { Hit } from './service.ts'
import { signal } from './signals.ts'
import { type Colour, type DoorContext, syncing } from './state.ts'
import { type About, noteEnd, serviceTime, writeScan } from './store.ts'
import { readChanges, type ScanAnswer, sendQueue } from './sync.ts'

/** How long a phone with a network waits for the answer before it decides alone. */
const answerMs = 1500
/** How long the same code is silence: it is still before the camera. */
const againMs = 2000

type Scan = { readonly about: About; readonly at: Date; readonly text: string }

/** Takes what was read: judges it, keeps it, and shows it, in this order. */
export function createScanning(context: DoorContext) {
  let last = { text: '', at: 0 }
  return {
    forget: () => {
      last = { text: '', at: 0 }
    },
    /** `spanMs` is how long the camera takes between two readings of a code that it sees all the time. */
    take: async (text: string, spanMs = 0): Promise<void> => {
      const { about, shown } = context.read()
      const now = Date.now()
      const isSame = text === last.text && now - last.at < againMs + spanMs
      last = { text, at: now }
      // The next scan waits until what must be read was read.
      if (!about?.event || isSame || shown?.needsRead) return
      await takeOne(context, { about, at: serviceTime(about), text })
    },
    /** Somebody who was found by name. */
    takeFound: async (hit: Hit): Promise<void> => {
      const { about } = context.read()
      if (!about?.event) return
      const scan = { about, at: serviceTime(about), text: '' }
      await takeJudged(context, await judgeFound({ db: context.db, about }, hit, scan.at), scan)
    },
  }
}

async function takeOne(context: DoorContext, scan: Scan) {
  const judged = await judgeText({ db: context.db, about: scan.about }, scan.text, scan.at)
  await takeJudged(context, judged, scan)
}

async function takeJudged(context: DoorContext, judged: Judged, scan: Scan) {
  if (context.read().isPractice) {
    return show(context, judged, {
      colour: scan.about.isOut ? 'out' : colourOf(judged),
      isAlone: true,
    })
  }
  await (scan.about.isOut ? goOut(context, judged, scan) : comeIn(context, judged, scan))
  const { colour } = context.read().shown ?? {}
  if (colour === 'yes') countPassage(context, 1)
  if (colour === 'out' && judged.entry?.inside) countPassage(context, -1)
  await recount(context)
}

const placeOf = ({ about, at }: Scan, { ticketName }: Judged) => ({
  at,
  gate: about.gate,
  ticketName,
})

async function comeIn(context: DoorContext, judged: Judged, scan: Scan) {
  const { isOnline } = context.read()
  if (judged.verdict.verdict === 'admitted') {
    return isOnline ? askFirst(context, judged, scan) : letInAlone(context, judged, scan)
  }
  if (judged.mayBeNewer && isOnline) return askFirst(context, judged, scan)
  const { verdict } = judged.verdict
  const reason = judged.verdict.verdict === 'refused' ? judged.verdict.reason : 'used'
  const own = { ...placeOf(scan, judged), ...proofOf(judged), ...unknownOf(judged, scan) }
  await writeScan(context.db, { ...own, kind: 'in', verdict, reason, end: verdict })
  show(context, judged, { colour: colourOf(judged), isAlone: false })
}

/** A wrong code that was typed is sent as it was, so that the service counts it. */
const unknownOf = ({ claim }: Judged, { text }: Scan) =>
  claim === undefined && looksLikeDoorCode(text) ? { ticket: text } : {}

/** Without a network: on disk first, then green. */
async function letInAlone(context: DoorContext, judged: Judged, scan: Scan) {
  const own = { ...placeOf(scan, judged), ...proofOf(judged) }
  const draft = { ...own, kind: 'in', verdict: 'admitted', end: 'admitted' } as const
  const seq = await writeScan(context.db, draft, entered(judged, scan))
  show(context, judged, { colour: 'yes', seq, isAlone: true })
}

/** With a network: green when the service says so, and alone when it does not say anything in time. */
async function askFirst(context: DoorContext, judged: Judged, scan: Scan) {
  const { db } = context
  show(context, judged, { colour: 'wait', isAlone: false })
  const isUnread = judged.mayBeNewer && !judged.claim?.byName
  const proof = isUnread ? { ticket: scan.text } : proofOf(judged)
  const draft = {
    ...placeOf(scan, judged),
    ...proof,
    kind: 'in',
    verdict: 'waits',
    end: 'waits',
  } as const
  const seq = await writeScan(db, draft)
  const answer = await answerTo(context, scan.about, seq)
  const entry = judged.mayBeNewer ? undefined : entered(judged, scan)
  if (answer === undefined) return decideAlone(context, judged, { seq, entry })
  if (answer.result === 'admitted') {
    if (entry) await noteEnd(db, { seq, end: 'admitted' }, entry)
    return show(context, admitted(judged), { colour: 'yes', seq, isAlone: false })
  }
  const known = await afterAnswer(context, judged, { about: scan.about, answer })
  show(context, known, { colour: answer.result === 'repeat' ? 'seen' : 'no', seq, isAlone: false })
}

/** What this phone did not know, the service did: nothing is said against it any more. */
const admitted = (judged: Judged): Judged =>
  judged.verdict.verdict === 'admitted' ? judged : { ...judged, verdict: { verdict: 'admitted' } }

type Alone = { seq: number; entry: WireEntry | undefined }

async function decideAlone(context: DoorContext, judged: Judged, { seq, entry }: Alone) {
  const at = serviceTime(context.read().about)
  if (!entry) {
    // Nobody came in. Whatever the service said and we did not hear, it would turn the same ticket away the next time.
    await writeScan(context.db, { at, kind: 'undo', of: seq })
    await noteEnd(context.db, { seq, end: 'refused' })
    return show(context, judged, { colour: colourOf(judged), isAlone: true })
  }
  await writeScan(context.db, { at, kind: 'stands', of: seq })
  await noteEnd(context.db, { seq, end: 'admitted' }, entry)
  show(context, judged, { colour: 'yes', seq, isAlone: true })
}

/** What the service said about one scan; undefined when it did not say it in time. */
async function answerTo(context: DoorContext, about: About, seq: number) {
  try {
    const results = await sendQueue(syncing(context, about), answerMs)
    context.set({ isOnline: true })
    return results.get(seq)
  } catch (error) {
    await noteFailure(context, error)
    return undefined
  }
}

type Answered = { about: About; answer: ScanAnswer }

/** Somebody else was first: what the service knows of the ticket is read, so that the screen can say when and where. */
async function afterAnswer(
  context: DoorContext,
  judged: Judged,
  { about, answer: { refusal } }: Answered,
): Promise<Judged> {
  const now = await readChanges(syncing(context, about)).catch(() => about)
  context.set({ about: { ...now, gate: about.gate, isOut: about.isOut } })
  const entry = judged.claim && (await context.db.get('entries', judged.claim.attendeeId))
  if (refusal !== null) {
    return { ...judged, verdict: { verdict: 'refused', reason: refusal as 'unknown' } }
  }
  const at = new Date(entry?.entered_at ?? serviceTime(about))
  const before = { at, deviceId: entry?.device ?? null, gateId: entry?.gate ?? null }
  return { ...judged, entry, verdict: { verdict: 'repeat', before } }
}

async function goOut(context: DoorContext, judged: Judged, scan: Scan) {
  const { entry, verdict } = judged
  const reason = verdict.verdict === 'refused' ? verdict.reason : ''
  const isStrange = ['security_code_not_valid', 'other_event'].includes(reason)
  if (judged.claim === undefined || isStrange) {
    return show(context, judged, { colour: colourOf(judged), isAlone: false })
  }
  const own = { ...placeOf(scan, judged), ...proofOf(judged) }
  const after = entry && { ...entry, inside: false }
  const seq = await writeScan(context.db, { ...own, kind: 'out', end: 'out' }, after)
  show(context, judged, { colour: 'out', seq, isAlone: !context.read().isOnline })
}

type Showing = { colour: Colour; isAlone: boolean; seq?: number }

function show({ set }: DoorContext, judged: Judged, { colour, isAlone, seq }: Showing) {
  const needsRead = colour === 'yes' && judged.notes.length > 0
  if (colour !== 'wait') signal(colour)
  set({ shown: { colour, judged, seq, isAlone, needsRead } })
}

function colourOf(judged: Judged): Colour {
  const { verdict } = judged.verdict
  if (verdict === 'admitted') return 'yes'
  if (verdict === 'repeat') return 'seen'
  if (isUnpaid(judged)) return 'desk'
  return judged.mayBeNewer && !judged.isUnlikely ? 'desk' : 'no'
}
