import { type Config, options } from '../config.ts'
import type { OpenDatabase } from '../platform/db/database.ts'
import { exploreWay } from '../platform/db/way-to-server.ts'
import { reportAudit } from './audit.ts'
import { openMigrated } from './open-migrated.ts'

type Described = { env: string; secret?: boolean }

/** Says how this installation is set up and whether its database answers. Secrets are not printed. */
export async function doctor(config: Config) {
  for (const [name, { env, secret }] of Object.entries(options) as [string, Described][]) {
    const value = config[name as keyof Config]
    const set = String(value) === '' ? 'not set' : String(value)
    const shown = secret === true && set !== 'not set' ? 'set' : set
    console.log(`${env.padEnd(28)} ${shown}`)
  }
  const database = await openMigrated(config)
  const { db, pool, kind, close } = database
  try {
    const { rows } = await pool.query('select version() as version')
    console.log(`The ${kind} database answers: ${rows[0]?.version}`)
    if (kind === 'postgres') await reportWay(database, config)
    await reportAudit(db)
  } finally {
    await close()
  }
}

async function reportWay(database: OpenDatabase, { databasePool, databasePrepare }: Config) {
  const { isPooled, namesLost, connectionsMax } = await exploreWay(database)
  if (isPooled) {
    console.log(
      'A pooler stands before PostgreSQL: the settings of a session travel with each transaction.',
    )
  }
  if (databasePrepare && namesLost !== undefined) {
    console.log(
      `It does not keep prepared statements (${namesLost}): the service turns them off by itself.`,
    )
  }
  // A pooler opens as many as it is told to, however many the service has to it.
  if (isPooled) return
  const processes = Math.floor(connectionsMax / databasePool)
  console.log(
    `PostgreSQL takes ${connectionsMax} connections: enough for ${processes} processes with DATABASE_POOL=${databasePool}, of which a rolling restart needs one.`,
  )
}
