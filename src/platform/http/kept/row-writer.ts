import type { RowText } from '../../db/together.ts'
import { written } from '../answer/written.ts'

/** The texts used longest ago are dropped first; most are about two kilobytes, with their rows. */
const recentMost = 2000

/**
 * Shows rows in answers. Staff read the same lists again and again, so the JSON of a row is kept under its text, which
 * is read for each answer: `show` must depend on the row alone.
 */
export function rowWriter<Row, View>(show: (row: Row) => View): (row: RowText<Row>) => View {
  let recent = new Map<string, string>()
  let older = new Map<string, string>()
  return ({ text, row }) => {
    const kept = recent.get(text)
    if (kept !== undefined) return written(kept) as View
    const json = older.get(text) ?? JSON.stringify(show(row()))
    if (recent.size >= recentMost) {
      older = recent
      recent = new Map()
    }
    recent.set(ownText(text), json)
    return written(json) as View
  }
}

/** A copy, because a part of a text keeps the whole text in memory. */
const ownText = (text: string) => Buffer.from(text).toString()
