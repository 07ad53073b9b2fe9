import type { WireEntry } from '../../src/ticketing/door/rules.list.ts'
import { recount } from './keep-in-step.ts'
import { type DoorContext, syncing } from './state.ts'
import { type About, noteEnd, serviceTime, writeScan } from './store.ts'
import { sendQueue } from './sync.ts'

const answerMs = 2000

/**
 * Lets in everybody else of an order; each is a scan of its own. With a network the service is asked for all of them at once, so
 * that nobody is green here and at another door. Returns those who were not let in.
 */
export async function letFamilyIn(
  context: DoorContext,
  about: About,
  family: readonly WireEntry[],
): Promise<number[]> {
  const { db } = context
  const { isOnline } = context.read()
  const written: { one: WireEntry; seq: number; after: WireEntry }[] = []
  for (const one of family) {
    const at = serviceTime(about)
    const { gate } = about
    const after = {
      ...one,
      inside: true,
      entered_at: at.toISOString(),
      device: about.device.id,
      gate,
    }
    const verdict = isOnline ? 'waits' : 'admitted'
    const own = { attendee: one.id, generation: one.generation, gate }
    const scan = { at, kind: 'in', ...own, verdict, end: verdict } as const
    written.push({ one, after, seq: await writeScan(db, scan, isOnline ? undefined : after) })
  }
  const left: number[] = []
  if (isOnline) {
    const answers = await sendQueue(syncing(context, about), answerMs).catch(() => undefined)
    for (const { one, seq, after } of written) {
      const answer = answers?.get(seq)
      if (answer === undefined)
        await writeScan(db, { at: serviceTime(about), kind: 'stands', of: seq })
      if (answer !== undefined && answer.result !== 'admitted') left.push(one.id)
      else await noteEnd(db, { seq, end: 'admitted' }, after)
    }
  }
  await recount(context)
  return left
}
