import { serverSecret } from '../access/secrets/lookup.ts'
import { administratorsWithoutEmail } from '../access/users/lookup.ts'
import { type Config, options } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import { type Blocker, listBlockers } from '../platform/db/blockers.ts'
import type { Db, OpenDatabase } from '../platform/db/database.ts'
import { exploreWay } from '../platform/db/way-to-server.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { connectedAccounts } from '../shop/payments/accounts/connected-accounts.ts'
import { createGateways } from '../shop/payments/gateways.ts'
import { sandboxStore } from '../shop/payments/sandbox/keep-sandbox.ts'
import { paymentsInWords } from '../shop/payments/say-payments.ts'
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
  const database = await openMigrated(config)
  const { db, pool, kind, close } = database
  try {
    const { rows } = await pool.query('select version() as version')
    console.log(`The ${kind} database answers: ${rows[0]?.version}`)
    if (kind === 'postgres') await reportWay(database, config)
    for (const blocker of await listBlockers(db)) console.log(sentenceOn(blocker))
    for (const login of await administratorsWithoutEmail(db)) {
      console.log(
        `The administrator ${login} has no e-mail address, so orders of that account name no purchaser.`,
      )
      console.log(`  Set one: marquee user change ${login} --email <address>`)
    }
    console.log(await describePayments(db, config))
    await reportCurrency(db, config.currency)
    await reportAudit(db)
  } finally {
    await close()
  }
}

/** Who keeps others waiting, and how to end it. */
function sentenceOn({ pid, application, state, transactionSeconds, waiting }: Blocker): string {
  const who = application === null ? 'A session' : `A session of "${application}"`
  const what = state ?? 'doing what this user of the database may not see'
  const since =
    transactionSeconds === null ? '' : `, its transaction open for ${transactionSeconds} s`
  return `${who} (${what}${since}) keeps ${waiting} waiting for its locks. To end it: select pg_terminate_backend(${pid});`
}

/** Opens the accounts as the service would. */
async function describePayments(db: Db, config: Config): Promise<string> {
  const random = systemRandom
  const accounts = await connectedAccounts(db, await serverSecret(db, random, 'order'), config)
  const gateways = await createGateways(await accounts.settings(), {
    clock: systemClock,
    random,
    log: createLog('silent'),
    sandboxStore: sandboxStore(db, { always: config.sandbox === 'on' }),
    accounts,
  })
  return paymentsInWords(gateways)
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
