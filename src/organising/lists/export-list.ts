import { Readable } from 'node:stream'
import { fail } from '../../core/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ExportFormat, writerOf } from './export-files.ts'
import type { ExportColumn, RowWriter } from './row-writer.ts'
import type { Row } from './list.ts'
import { pageOfList, type Reading } from './read-list.ts'
import { closeExport, openExport, renewExport } from './store.exports.ts'
import { sheetRowsMost } from './write-sheet.ts'

const rowsAtOnce = 1000
const leaseSeconds = 60

type ExportContext = {
  /** The database as the caller writes it: the export gets an audit entry. */
  readonly db: Db
  /** Runs the reading of a page in its turn among all lists. */
  readonly inTurn: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

export type ExportRequest = {
  readonly reading: Reading
  readonly userId: number
  readonly format: ExportFormat
  /** The address as it was sent, without the path. */
  readonly query: string
  /** Whether a CSV begins with the mark of UTF-8. */
  readonly mark: boolean
}

/**
 * All rows of a list as a file, sent while they are read: a page at a time, so that neither the memory nor a connection of
 * the database is held. One for an account at a time, and each is in the audit. Fails before anything is sent, or breaks
 * off the connection.
 */
export async function exportList(
  context: ExportContext,
  request: ExportRequest,
): Promise<Readable> {
  const { reading, format, userId, query, mark } = request
  const { shape } = reading.list
  const id =
    (await openExport(context.db, { userId, list: shape.name, format, query, leaseSeconds })) ??
    fail('rest_export_running', { retryAfterSeconds: 5 })
  const close = () => closeExport(context.db, id)
  try {
    const isSheet = format === 'xlsx'
    const page = async (from: Reading) =>
      context.inTurn(db =>
        pageOfList(db, from, {
          limit: rowsAtOnce,
          count: isSheet && from === reading,
          goesOn: from !== reading,
        }),
      )
    const first = await page(reading)
    if ((first.count ?? 0) > sheetRowsMost) fail('rest_export_too_long')
    const columns = reading.columns.flatMap((name): ExportColumn[] => {
      const column = shape.columns[name]
      return column ? [{ name, ...column }] : []
    })
    const pages = pagesFrom(first, {
      reading,
      page,
      renew: () => renewExport(context.db, id, leaseSeconds),
    })
    const writer = writerOf(format, { columns, mark })
    const stream = Readable.from(written(pages, { writer, close }), { objectMode: false })
    // Also when the client has gone, before or while it reads.
    stream.once('close', () => void close().catch(() => {}))
    return stream
  } catch (error) {
    await close()
    throw error
  }
}

type ListPage = Awaited<ReturnType<typeof pageOfList>>
type Paging = {
  reading: Reading
  page: (from: Reading) => Promise<ListPage>
  /** Whether the export may go on. */
  renew: () => Promise<boolean>
}

async function* pagesFrom(
  first: ListPage,
  { reading, page, renew }: Paging,
): AsyncGenerator<readonly Row[]> {
  for (let current = first; ; ) {
    yield current.rows
    const after = current.after
    if (after === undefined) return
    if (!(await renew()))
      throw new Error('The export stood still for too long, and another one has begun.')
    current = await page({ ...reading, request: { ...reading.request, after } })
  }
}

type Writing = { writer: RowWriter; close: () => Promise<void> }

async function* written(
  pages: AsyncGenerator<readonly Row[]>,
  { writer, close }: Writing,
): AsyncGenerator<Buffer | string> {
  yield writer.begin()
  for await (const rows of pages) {
    const part = writer.write(rows)
    if (part.length > 0) yield part
  }
  // Before the end is sent, so that the account may begin another one when it has it.
  await close()
  yield writer.end()
}
