import { readSiteSettings } from '../access/settings/site-settings.ts'
import { administratorsWithoutEmail } from '../access/users/lookup.ts'
import { type Config, options } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import { type Blocker, listBlockers } from '../platform/db/blockers.ts'
import type { Db, OpenDatabase } from '../platform/db/database.ts'
import { readLogState } from '../platform/facts/lookup.ts'
import { whyNothingIsHeard } from '../platform/db/listener.ts'
import { exploreWay } from '../platform/db/way-to-server.ts'
import { version } from '../platform/version.ts'
import { weakScannerKeys } from '../ticketing/checkin/lookup.brought.ts'
import { reportAudit } from './audit.ts'
import { doctorOfClock } from './clock.ts'
import { doctorOfMailServer, doctorOfOutbox } from './mail.ts'
import { openForReading } from './open-migrated.ts'
import { doctorOfPayments } from './payments.ts'
import { reportCurrency } from './reprice.ts'

type SettingLine = { env: string; secret?: boolean }

/**
 * Prints how this installation is configured, and what is wrong with it. Secrets are never printed, and nothing is
 * written. What needs no database comes first, because the settings are checked before there is one.
 */
export async function doctor(config: Config, misspelt: readonly string[]) {
  for (const [name, { env, secret }] of Object.entries(options) as [string, SettingLine][]) {
    const value = config[name as keyof typeof options]
    const set = String(value) === '' ? 'not set' : String(value)
    const shown = secret === true && set !== 'not set' ? 'set' : set
    console.log(`${env.padEnd(28)} ${shown}`)
  }
  for (const sentence of misspelt) console.log(sentence)
  console.log(`Marquee ${version()} on Node ${process.version}`)
  for (const line of await doctorOfMailServer(config)) console.log(line)
  const database = await openForReading(config)
  try {
    await reportDatabase(database, config)
  } finally {
    await database.close()
  }
}

async function reportDatabase(database: OpenDatabase, config: Config) {
  const { db, pool, kind } = database
  const { rows } = await pool.query('select version() as version')
  console.log(`The ${kind} database works: ${rows[0]?.version}`)
  if (kind === 'postgres') {
    await reportWay(database, config)
    await reportListening(config)
  }
  for (const line of await doctorOfClock(database, systemClock.now)) console.log(line)
  for (const blocker of await listBlockers(db)) console.log(sentenceOn(blocker))
  await reportCodes(database, config)
  for (const login of await administratorsWithoutEmail(db)) {
    console.log(
      `The administrator ${login} has no e-mail address, so orders of that account name no purchaser.`,
    )
    console.log(
      `  Set one: POST /users/<id> of the admin interface, or marquee user change ${login} --email <address>`,
    )
  }
  for (const line of await doctorOfPayments(db, config)) console.log(line)
  await reportFollowers(db)
  for (const line of await doctorOfOutbox(db, config)) console.log(line)
  await reportFonts(db)
  for (const name of await weakScannerKeys(db)) {
    console.log(
      `The scanner key "${name}" was chosen by somebody on the old site and may be guessed: make a new one for each phone, and delete it.`,
    )
  }
  await reportCurrency(db, config.currency)
  await reportAudit(db)
}

/** Scripts of stored names that no installed font has. The fonts and their library are loaded only here. */
async function reportFonts(db: Db) {
  const { doctorOfFonts } = await import('../messaging/tickets/missing-fonts.ts')
  for (const line of await doctorOfFonts(db)) console.log(line)
}

/** Followers of the facts that are behind; they catch up while the service runs. */
async function reportFollowers(db: Db) {
  for (const { name, behind, failingSince, error } of (await readLogState(db)).followers) {
    if (behind > 0) console.log(`The follower "${name}" has ${behind} facts to read.`)
    if (failingSince) {
      console.log(
        `  It has failed since ${failingSince.toISOString()} (${error}); the log says why.`,
      )
    }
  }
}

/** Transactions that block others, and how to end them. */
function sentenceOn({ pid, application, state, transactionSeconds, waiting }: Blocker): string {
  const who = application === null ? 'A session' : `A session of "${application}"`
  const what = state ?? 'its statement is not visible to this database user'
  const since =
    transactionSeconds === null ? '' : `, its transaction open for ${transactionSeconds} s`
  return `${who} (${what}${since}) blocks ${waiting}. To end it: select pg_terminate_backend(${pid});`
}

/** Prints whether a process hears of other processes' writes at once, or shows them up to a second late. */
async function reportListening({ databaseListenUrl, databaseUrl }: Config) {
  const trouble = await whyNothingIsHeard(databaseListenUrl || databaseUrl)
  console.log(
    trouble === undefined
      ? 'What one process writes the others show at once.'
      : `What one process writes the others show within a second, and kept answers end every second: ${trouble}`,
  )
}

/** Opens as many connections as the service would, to see whether the server allows them. */
async function reportWay(database: OpenDatabase, { databasePool, databasePrepare }: Config) {
  const { isPooled, namesLost, connectionsMax } = await exploreWay(database)
  if (isPooled) {
    console.log(
      'There is a pooler before PostgreSQL; session settings are sent with each transaction.',
    )
  }
  if (databasePrepare && namesLost !== undefined) {
    console.log(
      `The pooler does not keep prepared statements (${namesLost}); the service turns them off by itself.`,
    )
  }
  // A pooler opens as many server connections as it is configured for, however many clients it has.
  if (isPooled) return
  const processes = Math.floor(connectionsMax / (databasePool + 1))
  console.log(
    `PostgreSQL allows ${connectionsMax} connections: enough for ${processes} processes with DATABASE_POOL=${databasePool}, one of them spare for a rolling restart.`,
  )
}

const codesInWords = {
  plain:
    'QR pictures have no signed code: a phone at a door without a network asks the desk about every ticket that is newer than its list. Send `qr_content: signed` to PATCH /settings, or take QR_CONTENT away.',
  short:
    'QR_CONTENT is short: no scanner app reads these tickets, only phones paired for the door and programs of yours that send them to POST /check-ins.',
  signed: undefined,
} as const

async function reportCodes({ db }: OpenDatabase, config: Config) {
  const sentence = codesInWords[(await readSiteSettings(db, config)).qrContent]
  if (sentence) console.log(sentence)
}
