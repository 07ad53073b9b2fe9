import { Readable } from 'node:stream'
import { fail } from '../../core/errors.ts'
import { answerInWords } from '../../core/questions/rules.ts'
import type { Db } from '../../platform/db/database.ts'
import type { QuestionRow } from '../../shop/questions/rules.ts'
import { headOf, questionColumn } from './answered-rows.ts'
import { type ExportFormat, writerOf } from './export-files.ts'
import type { Row } from './list.ts'
import type { ExportColumn } from './row-writer.ts'
import { closeExport, openExport, renewExport } from './store.exports.ts'
import { type AnsweredPlace, answeredPlaces, countPlaces } from './store.answered.ts'
import { sheetRowsMost } from './write-sheet.ts'

const rowsAtOnce = 500
const leaseSeconds = 60

export type AnswerExport = {
  readonly eventId: number
  readonly questions: readonly QuestionRow[]
  readonly userId: number
  readonly language: string
  readonly format: ExportFormat
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

/**
 * The answers of an event as a file: a row for each valid place, a column for each question, sent while it is read. One export for an
 * account at a time. Fails with `rest_export_running`, and with `rest_export_too_long` for a spreadsheet of more than 50,000 rows.
 */
export async function exportAnswers(context: Context, request: AnswerExport): Promise<Readable> {
  const { db } = context
  const { userId, questions, format, language, mark, eventId } = request
  if (format === 'xlsx' && (await countPlaces(db, eventId)) > sheetRowsMost) {
    return fail('rest_export_too_long')
  }
  const query = `event=${eventId}`
  const id =
    (await openExport(db, { userId, list: 'answers', format, query, leaseSeconds })) ??
    fail('rest_export_running', { retryAfterSeconds: 5 })
  const close = () => closeExport(db, id)
  const group = questions.map((question): ExportColumn & { question: QuestionRow } => ({
    name: questionColumn(question),
    head: headOf(question, language),
    type: 'text',
    about: '',
    question,
  }))
  const writer = writerOf(format, { columns: [...places, ...group], mark })
  const rowOf = ({ id: attendee, order_id: order, name, ticket, answers }: AnsweredPlace): Row => ({
    attendee,
    order,
    name,
    ticket,
    ...Object.fromEntries(
      group.map(({ name: column, question }) => {
        const value = answers[question.id]
        return [column, value === undefined ? null : answerInWords(question, value, language)]
      }),
    ),
  })
  async function* written() {
    yield writer.begin()
    for (let after = 0; ; ) {
      const rows = await context.inTurn(read =>
        answeredPlaces(read, eventId, {
          questions: questions.map(({ id: question }) => question),
          after,
          limit: rowsAtOnce,
        }),
      )
      const part = writer.write(rows.map(rowOf))
      if (part.length > 0) yield part
      after = rows.at(-1)?.id ?? after
      if (rows.length < rowsAtOnce) break
      if (!(await renewExport(db, id, leaseSeconds))) {
        throw new Error('The export stood still for too long, and another one has begun.')
      }
    }
    await close()
    yield writer.end()
  }
  const stream = Readable.from(written(), { objectMode: false })
  stream.once('close', () => void close().catch(() => {}))
  return stream
}
