// Opens the embedded database of a folder in a process of its own; argument 2 says what it does then.
import { openDatabase } from '../../../src/platform/db/database.ts'

/** Only keep it open, or write rows one by one and tell each that was acknowledged. */
export type Task = 'hold' | 'write'

const [folder = '', task] = process.argv.slice(2) as [folder?: string, task?: Task]

async function main() {
  const { pool } = await openDatabase({ dataDir: folder })
  await pool.query('create table if not exists kept (id int primary key, pad text)')
  console.log('ready')
  if (task === 'hold') return
  const { rows } = await pool.query<{ next: number }>(
    'select coalesce(max(id), 0)::int + 1 as next from kept',
  )
  for (let id = rows[0]?.next ?? 1; ; id += 1) {
    await pool.query(`insert into kept values ($1, repeat('x', 500))`, [id])
    console.log(`kept ${id}`)
  }
}

main().catch((error: Error) => {
  console.log(error.message)
  process.exit(1)
})
