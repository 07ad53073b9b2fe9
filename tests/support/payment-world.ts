import type { Db, OpenDatabase } from '../../src/platform/db/database.ts'
import { openTestDatabase } from './database.ts'
import { type FakeCard, startFakeCard } from './fake-card.ts'
import { type FakeWallet, startFakeWallet } from './fake-wallet.ts'
import type { SignedMessage } from './fake-webhooks.ts'
import { mortalProcess } from './mortal-process.ts'
import { movableClock } from './movable-clock.ts'
import { percentages } from './payment-basket.ts'
import { cardSettings, walletSettings } from './paid-app.ts'
import { openApp, type Sent, type TestApp, testStart } from './start-app.ts'

export type Way = 'card' | 'wallet'

/** Something that is made wrong on purpose, to see whether it is noticed. */
export type Sabotage = {
  /** Done once to the database; answers how it is undone, for an engine that is used again. */
  database?: (db: Db) => Promise<() => Promise<unknown>>
  /** Done to every service that is started. */
  service?: (app: TestApp) => void
  provider?: (provider: Provider) => void
}

/** Either fake, as far as they are alike. */
export type Provider = Pick<
  FakeCard,
  | 'webhooks'
  | 'faults'
  | 'ledger'
  | 'forgetKeys'
  | 'setRefunds'
  | 'finishRefund'
  | 'pendingRefunds'
  | 'close'
>

const anewEvery = 4
/** No answer hangs here: a late one is a busy machine's. */
const patience = { timeoutMs: 20_000, attempts: 3, firstWaitMs: 1 }

/** Nothing here rests on the server's own death, so nobody waits for its disk. */
async function hurry({ pool, kind }: OpenDatabase) {
  if (kind === 'embedded') return
  await pool.query(
    `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
  )
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** A provider, a database and a service over both, which may die at any of its deeds and be started again. */
export async function openWorld(way: Way, sabotage?: Sabotage, currency = 'USD') {
  const clock = movableClock(testStart)
  const card = way === 'card' ? await startFakeCard({ clock }) : undefined
  const wallet = way === 'wallet' ? await startFakeWallet({ clock }) : undefined
  const provider: Provider | undefined = card ?? wallet
  if (!provider) throw new Error('There is no provider.')
  sabotage?.provider?.(provider)
  const keys = { ...(card && cardSettings(card)), ...(wallet && walletSettings(wallet)) }
  const settings = { ...keys, SITE_CURRENCY: currency }
  const database = await openTestDatabase()
  await hurry(database)
  const mend = await sabotage?.database?.(database.db)
  let running = await start()

  async function start() {
    const life = mortalProcess(database)
    const app = await openApp(life.database, settings, { patience })
    sabotage?.service?.(app)
    return { life, app }
  }

  // Making a service anew takes as long as half a story; one that has nothing under way any more knows nothing either.
  let crashes = 0
  let cutShort = 0
  async function restart() {
    crashes += 1
    if (running.life.isDead()) cutShort += 1
    running.life.die()
    if (crashes % anewEvery === 0) {
      await running.app.close()
      running = await start()
    }
    running.life.revive()
    provider?.faults.clear()
  }

  const { authorization } = await running.app.person('administrator')
  const tickets: TestApp['tickets'] = (method, path, sent: Sent = {}) => {
    const as = sent.as === 'administrator' ? { authorization } : (sent.as ?? 'anonymous')
    return running.app.tickets(method, path, { ...sent, as })
  }
  return {
    way,
    currency,
    /** Of its fee and its coupon. */
    charges: percentages,
    /** Something is made wrong on purpose: only the books have to tell. */
    isSabotaged: sabotage !== undefined,
    /** The one that is there; asking for the other is a mistake. */
    card: card as FakeCard,
    wallet: wallet as FakeWallet,
    provider,
    db: database.db,
    /** Calls the service that runs now. */
    tickets,
    deps: () => running.app.deps,
    /** Takes a message of the provider. */
    receive: async ({ rawBody: body, headers }: SignedMessage) => {
      const segment = way === 'card' ? 'cardprocessor' : 'wallet'
      return (await tickets('POST', `/commerce/${segment}/webhook`, { body, headers })).status
    },
    /**
     * Does `work`, in which the service dies at its so-manieth deed, or after it when it does fewer. Then another one is
     * started.
     */
    crash: async (deeds: number, work: () => Promise<unknown>) => {
      const { life } = running
      provider.faults.decide(life.requestMeets)
      life.dieAt(deeds)
      // What a caller hears of a dying service says nothing.
      await work().catch(error => {
        if (!life.isDead()) throw error
      })
      await restart()
    },
    /** How often the service died, and how often of that in the middle of something. */
    deaths: () => ({ crashes, cutShort }),
    /** Whether the service that runs now has died; what it answered means nothing then. */
    isDead: () => running.life.isDead(),
    close: async () => {
      running.life.die()
      await running.app.close()
      await provider.close()
      await mend?.()
      await database.close()
    },
  }
}
