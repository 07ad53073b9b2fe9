import type { AttendeePlan } from './plan-attendees.ts'
import { type ImportRow, refusalsMost } from './store.ts'

const samplesMost = 5
const repeatsMost = 100

/** A plan as its route answers it. */
export function planView({ token, table, mapping, placed, repeats, refused }: AttendeePlan) {
  const types = [...new Set(placed.map(({ type }) => type))]
  return {
    plan: token,
    encoding: table.encoding,
    delimiter: table.delimiter,
    columns: [...table.head],
    mapping: { ...mapping } as Record<string, string>,
    lines: table.rows.length,
    made: placed.length,
    codes: placed.filter(({ guest }) => guest.code !== '').length,
    repeated: repeats.length,
    refused: refused.length,
    samples: placed.slice(0, samplesMost).map(({ guest, type }) => ({
      line: guest.line,
      name: guest.name,
      email: guest.email,
      ticket: type.name,
      code: guest.code,
      note: guest.note,
    })),
    tickets: types.map(type => ({
      id: type.id,
      name: type.name,
      places: placed.filter(each => each.type === type).length,
    })),
    repeats: repeats.slice(0, repeatsMost).map(({ line, reason }) => ({ line, reason })),
    refusals: refused.slice(0, refusalsMost).map(({ line, reason }) => ({ line, reason })),
  }
}

export const importSummary = (row: ImportRow) => ({
  id: row.id,
  event: row.event_id,
  file: row.file_name,
  by: row.user,
  state: row.state,
  started_at: row.started_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  lines: row.lines,
  made: row.made,
  codes: row.codes,
  repeated: row.repeated,
  refused: row.refused,
})

export const importView = (row: ImportRow) => ({
  ...importSummary(row),
  refusals: [...row.refusals],
})
