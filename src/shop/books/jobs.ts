import type { Deps } from '../deps.ts'
import { writeBooks } from './write-books.ts'

const name = 'books.write'

/** Keeps the books: every ten seconds what has changed since. Between its turns it rests while tickets are sold. */
export function bookJobs({
  db,
  pace,
}: Pick<Deps, 'db'> & { pace: Parameters<typeof writeBooks>[1] }) {
  const handlers = { [name]: { run: async () => void (await writeBooks(db, pace)) } }
  return { handlers, schedules: [{ name, everySeconds: 10 }] }
}
