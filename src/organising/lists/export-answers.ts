import { Readable } from 'node:stream'
import { fail } from '../../core/errors.ts'
import { answerInWords, textIn } from '../../core/questions/rules.ts'
import type { Db } from '../../platform/db/database.ts'
import type { QuestionRow } from '../../shop/questions/rules.ts'
import { withoutFormula, writerOf } from './export-files.ts'
import type { Row } from './list.ts'
import type { ExportColumn } from './row-writer.ts'
import { closeExport, openExport, renewExport } from './store.exports.ts'
import { type AnsweredPlace, answeredPlaces } from './store.answered.ts'

const rowsAtOnce = 500
const leaseSeconds = 60

export type AnswerExport = {
  readonly eventId: number
  readonly questions: readonly QuestionRow[]
  readonly userId: number
  readonly language: string
  readonly mark: boolean
}

type Context = {
  /** The database as the caller writes it: the export gets an audit entry. */
  readonly db: Db
  readonly inTurn: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

const places: readonly ExportColumn[] = [
  { name: 'attendee', type: 'id', about: 'The id of the attendee' },
  { name: 'order', type: 'id', about: 'The id of the order' },
  { name: 'name', type: 'text', about: 'The name on the ticket' },
  { name: 'ticket', type: 'text', about: 'The name of the ticket' },
]

/** The name of a question's column: its id, which never changes, and what it says now. */
export const columnOf = ({ id, text }: QuestionRow, language: string): string =>
  `${id} ${textIn(text, language).replaceAll(/\s+/g, ' ')}`

/**
 * The answers of an event as CSV: a row for each valid place, a column for each question, sent while it is read. One export for an
 * account at a time. Fails with `rest_export_running`.
 */
export async function exportAnswers(context: Context, request: AnswerExport): Promise<Readable> {
  const { db } = context
  const { userId, questions, language, mark } = request
  const query = `event=${request.eventId}`
  const id =
    (await openExport(db, { userId, list: 'answers', format: 'csv', query, leaseSeconds })) ??
    fail('rest_export_running', { retryAfterSeconds: 5 })
  const close = () => closeExport(db, id)
  const group = questions.map((question): ExportColumn & { question: QuestionRow } => ({
    name: columnOf(question, language),
    type: 'text',
    about: '',
    question,
  }))
  const columns = [...places, ...group]
  const writer = writerOf('csv', { columns, mark: false })
  const head = columns.map(({ name }) => quoted(withoutFormula(name))).join(',')
  const rowOf = ({ id: attendee, order_id: order, name, ticket, answers }: AnsweredPlace): Row => ({
    attendee,
    order,
    name,
    ticket,
    ...Object.fromEntries(
      group.flatMap(({ name: column, question }) => {
        const value = answers[question.id]
        return value === undefined ? [] : [[column, answerInWords(question, value, language)]]
      }),
    ),
  })
  async function* written() {
    yield `${mark ? '\uFEFF' : ''}${head}\r\n`
    for (let after = 0; ; ) {
      const rows = await context.inTurn(read =>
        answeredPlaces(read, request.eventId, {
          questions: questions.map(({ id: question }) => question),
          after,
          limit: rowsAtOnce,
        }),
      )
      if (rows.length > 0) yield writer.write(rows.map(rowOf))
      after = rows.at(-1)?.id ?? after
      if (rows.length < rowsAtOnce) break
      if (!(await renewExport(db, id, leaseSeconds))) {
        throw new Error('The export stood still for too long, and another one has begun.')
      }
    }
    await close()
  }
  const stream = Readable.from(written(), { objectMode: false })
  stream.once('close', () => void close().catch(() => {}))
  return stream
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
