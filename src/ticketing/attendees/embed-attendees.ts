import type { Deps } from '../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Reading, reading, readTogether } from '../../platform/db/together.ts'
import { written } from '../../platform/http/answer/written.ts'
import { attendeesOfTickets, fingerprintsOfTickets } from './store.embedded.ts'
import { showAttendee } from './view.attendee.ts'

type Members = ReadonlyMap<number, unknown[]>

/** Characters of kept lists; those used longest ago are dropped first. */
const charactersMost = 8_000_000

/**
 * The attendees embedded in tickets for staff: at most `limit` of each ticket. A list is kept under the fingerprint of
 * its rows, which is read each time: most tickets have not changed since staff looked last, and a hundred attendees
 * take longer to write than all the rest. Lists that changed take one more statement.
 */
export function embeddedAttendees(deps: Deps) {
  const kept = keptTexts()

  async function readChanged(db: Db, ids: readonly number[], limit: number) {
    const { prints, attendees } = await readTogether(db, {
      prints: fingerprintsOfTickets(ids, limit),
      attendees: attendeesOfTickets(ids, limit),
    })
    return prints.map(({ ticket_id, fingerprint }) => {
      const own = attendees.filter(row => row.ticket_id === ticket_id)
      const shown = own.map(row => showAttendee(row, 'staff', deps))
      return [ticket_id, kept.keep(fingerprint, JSON.stringify(shown))] as const
    })
  }

  return (db: Db, ticketIds: readonly number[], limit: number): Reading<Promise<Members>> =>
    reading({ prints: fingerprintsOfTickets(ticketIds, limit) }, async ({ prints }) => {
      const texts = new Map<number, string>()
      const changed: number[] = []
      for (const { ticket_id, fingerprint } of prints) {
        const text = kept.find(fingerprint)
        if (text === undefined) changed.push(ticket_id)
        else texts.set(ticket_id, text)
      }
      const read = changed.length === 0 ? [] : await readChanged(db, changed, limit)
      return new Map([...texts, ...read].map(([id, text]) => [id, written(text) as unknown[]]))
    })
}

/** Texts by their fingerprint, up to a number of characters. */
function keptTexts() {
  const texts = new Map<string, string>()
  let characters = 0
  const put = (fingerprint: string, text: string) => {
    texts.set(fingerprint, text)
    characters += text.length
  }
  const drop = (fingerprint: string) => {
    characters -= texts.get(fingerprint)?.length ?? 0
    texts.delete(fingerprint)
  }
  return {
    find: (fingerprint: string): string | undefined => {
      const text = texts.get(fingerprint)
      if (text === undefined) return undefined
      drop(fingerprint)
      put(fingerprint, text)
      return text
    },
    keep: (fingerprint: string, text: string): string => {
      drop(fingerprint)
      put(fingerprint, text)
      for (const [oldest] of texts) {
        if (characters <= charactersMost) break
        drop(oldest)
      }
      return text
    },
  }
}
