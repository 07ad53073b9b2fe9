import { readFile, stat, writeFile } from 'node:fs/promises'
import { findEvent } from '../catalogue/events/lookup.ts'
import { importAttendees } from '../importing/attendees/import-attendees.ts'
import { type AttendeePlan, planAttendees } from '../importing/attendees/plan-attendees.ts'
import type { Refusal } from '../importing/attendees/guests.ts'
import type { Deps } from '../messaging/deps.ts'
import { CommandRefused, DoneWithLosses } from './command-refused.ts'
import type { AttendeeImport, Say } from './control-socket.ts'
import path from 'node:path'

const bytesMost = 64 * 1024 * 1024
const rowsMost = 200_000

/**
 * `marquee import-attendees`: makes the attendees of a list from another ticket system, or says what it would do. Fails with
 * `DoneWithLosses` when lines were refused.
 */
export async function runAttendeeImport(
  deps: Deps,
  { file, eventId, map, ticketId, dryRun, report }: AttendeeImport,
  say: Say,
): Promise<void> {
  const event = await findEvent(deps.db, eventId)
  if (!event || event.status === 'trash') throw new CommandRefused(`There is no event ${eventId}.`)
  const plan = await planAttendees(deps.db, {
    bytes: await bytesOf(file),
    eventId,
    mapping: map,
    ticketId,
    makesTypes: true,
    rowsMost,
  })
  if ('problems' in plan) throw new CommandRefused(Object.values(plan.problems).join(' '))
  for (const line of columnLines(plan)) say(line)
  const end = dryRun ? ending(plan) : await run(deps, plan, { event, file, say })
  for (const line of endLines(plan, end, dryRun)) say(line)
  if (report !== undefined) await writeReport(report, plan, end)
  if (end.refused.length > 0) throw new DoneWithLosses(end.refused.length)
}

type End = { made: number; codes: number; repeats: readonly Refusal[]; refused: readonly Refusal[] }

const ending = ({ placed, repeats, refused }: AttendeePlan): End => ({
  made: placed.length,
  codes: placed.filter(({ guest }) => guest.code !== '').length,
  repeats,
  refused,
})

async function run(
  deps: Deps,
  plan: AttendeePlan,
  { event, file, say }: { event: { id: number; timezone: string }; file: string; say: Say },
) {
  const began = performance.now()
  let told = began
  return importAttendees(deps, plan, {
    event,
    fileName: path.basename(file),
    userId: null,
    actor: { kind: 'command', name: 'import-attendees' },
    onProgress: (done, total) => {
      const now = performance.now()
      if (now - told < 2000) return
      told = now
      const rate = done / ((now - began) / 1000)
      say(
        `${done} of ${total}, ${Math.round(rate)} a second, ${Math.ceil((total - done) / rate)} s left`,
      )
    },
  })
}

async function bytesOf(file: string): Promise<Buffer> {
  const about = await stat(file).catch(() => undefined)
  if (!about?.isFile()) throw new CommandRefused(`There is no file ${file}.`)
  if (about.size > bytesMost) throw new CommandRefused('The file has more than 64 MiB: split it.')
  return readFile(file)
}

/** What is read as what, so that a wrong column is seen in the dry run. */
function columnLines({ mapping, table }: AttendeePlan): string[] {
  const chosen = new Set(Object.values(mapping))
  const others = table.head.filter(name => !chosen.has(name))
  return [
    `Columns: ${Object.entries(mapping)
      .map(([field, column]) => `${field} = ${column}`)
      .join(', ')}.`,
    ...(others.length > 0 ? [`Not taken: ${others.join(', ')}.`] : []),
  ]
}

const shownMost = 40

function endLines({ table, made: types }: AttendeePlan, end: End, dryRun: boolean): string[] {
  const would = dryRun ? 'would be made' : 'made'
  const names = types.map(({ name }) => name).join(', ')
  return [
    ...(types.length > 0
      ? [
          `Ticket types that ${dryRun ? 'would be made' : 'were made'}, free and not on sale: ${names}.`,
        ]
      : []),
    `${table.rows.length} lines: ${end.made} attendees ${would} (${end.codes} with the code on their ticket), ${end.repeats.length} came before, ${end.refused.length} refused.`,
    ...end.refused.slice(0, shownMost).map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(end.refused.length > shownMost
      ? [`  … and ${end.refused.length - shownMost} more (--report has all)`]
      : []),
  ]
}

const writeReport = (file: string, { mapping, made }: AttendeePlan, end: End) =>
  writeFile(
    file,
    `${JSON.stringify(
      {
        mapping,
        types: made.map(({ name }) => name),
        made: end.made,
        codes: end.codes,
        repeats: end.repeats,
        refused: end.refused,
      },
      null,
      2,
    )}\n`,
    { mode: 0o600 },
  )
