import type { Db } from '../../src/platform/db/database.ts'
import { openTestDatabase } from './database.ts'
import { type FakeCard, startFakeCard } from './fake-card.ts'
import { type FakeWallet, startFakeWallet } from './fake-wallet.ts'
import type { SignedMessage } from './fake-webhooks.ts'
import { mortalProcess } from './mortal-process.ts'
import { movableClock } from './movable-clock.ts'
import { percentages } from './payment-basket.ts'
import { cardSettings, walletSettings } from './paid-app.ts'
import { openApp, type TestRequest, type TestApp, testStart } from './start-app.ts'

export type Way = 'card' | 'wallet'

/** A deliberate defect, to see whether it is noticed. */
export type Sabotage = {
  /** Applied once to the database. Returns how it is undone, for a database that is reused. */
  database?: (db: Db) => Promise<() => Promise<unknown>>
  /** Applied to every service that is started. */
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
/** Nothing hangs here: a late response comes from a busy machine. */
const patience = { timeoutMs: 20_000, attempts: 3, firstWaitMs: 1 }

export type World = Awaited<ReturnType<typeof openWorld>>

/** A provider, a database and a service over both. The service may die at any of its effects and be started again. */
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
  const mend = await sabotage?.database?.(database.db)
  let running = await start()

  async function start() {
    const life = mortalProcess(database)
    const app = await openApp(life.database, settings, { patience })
    sabotage?.service?.(app)
    return { life, app }
  }

  // Starting a new service takes as long as half a story, so a service with nothing under way is reused.
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
  const tickets: TestApp['tickets'] = (method, path, sent: TestRequest = {}) => {
    const as = sent.as === 'administrator' ? { authorization } : (sent.as ?? 'anonymous')
    return running.app.tickets(method, path, { ...sent, as })
  }
  return {
    way,
    currency,
    /** The percentages of its fee and its coupon. */
    charges: percentages,
    /** Whether there is a deliberate defect, so that only the books are checked. */
    isSabotaged: sabotage !== undefined,
    /** The fake of this world; asking for the other is a bug in the test. */
    card: card as FakeCard,
    wallet: wallet as FakeWallet,
    provider,
    db: database.db,
    /** Calls the running service. */
    tickets,
    deps: () => running.app.deps,
    /** Delivers a message of the provider. */
    receive: async ({ rawBody: body, headers }: SignedMessage) => {
      const segment = way === 'card' ? 'cardprocessor' : 'wallet'
      return (await tickets('POST', `/commerce/${segment}/webhook`, { body, headers })).status
    },
    /**
     * Runs `work`, during which the service dies at its n-th effect, or afterwards if there are fewer. Then
     * another service is started.
     */
    crash: async (deeds: number, work: () => Promise<unknown>) => {
      const { life } = running
      provider.faults.decide(life.requestMeets)
      life.dieAt(deeds)
      // The response of a dying service is ignored.
      await work().catch(error => {
        if (!life.isDead()) throw error
      })
      await restart()
    },
    /** How often the service died, and how often of those in the middle of a request. */
    deaths: () => ({ crashes, cutShort }),
    /** Whether the running service has just died; its response is then ignored. */
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
