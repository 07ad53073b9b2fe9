// Opens the embedded database of a folder in a process of its own. Arguments: the module that opens databases
// (built or source), the folder, and the task: `hold` keeps the database open, `write` inserts rows one by
// one and prints each acknowledged one.
const [module = '', folder = '', task] = process.argv.slice(2)

async function main() {
  const { openDatabase } = await import(module)
  const { pool } = await openDatabase({ dataDir: folder })
  await pool.query('create table if not exists kept (id int primary key, pad text)')
  console.log('ready')
  if (task === 'hold') return
  const { rows } = await pool.query('select coalesce(max(id), 0)::int + 1 as next from kept')
  for (let id = rows[0]?.next ?? 1; ; id += 1) {
    await pool.query(`insert into kept values ($1, repeat('x', 500))`, [id])
    console.log(`kept ${id}`)
  }
}

main().catch(error => {
  console.log(error.message)
  process.exit(1)
})
