import { type Config, options } from '../config.ts'
import { reportAudit } from './audit.ts'
import { openMigrated } from './open-migrated.ts'
import { reportCurrency } from './reprice.ts'

type Described = { env: string; secret?: boolean }

/** Says how this installation is set up and whether its database answers. Secrets are not printed. */
export async function doctor(config: Config) {
  for (const [name, { env, secret }] of Object.entries(options) as [string, Described][]) {
    const value = config[name as keyof Config]
    const set = String(value) === '' ? 'not set' : String(value)
    const shown = secret === true && set !== 'not set' ? 'set' : set
    console.log(`${env.padEnd(28)} ${shown}`)
  }
  const { db, pool, kind, close } = await openMigrated(config)
  try {
    const { rows } = await pool.query('select version() as version')
    console.log(`The ${kind} database answers: ${rows[0]?.version}`)
    await reportCurrency(db, config.currency)
    await reportAudit(db)
  } finally {
    await close()
  }
}
