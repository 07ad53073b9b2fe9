import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { purchaser } from '../support/buying.ts'
import { type Client, client } from '../support/client.ts'
import { type FakeCard, startFakeCard } from '../support/fake-card.ts'
import type { Provider } from '../support/fake-provider.ts'
import { randomFrom } from '../support/fake-random.ts'
import { type FakeWallet, startFakeWallet } from '../support/fake-wallet.ts'
import { cardSettings, walletSettings } from '../support/paid-app.ts'
import { adminAuthorization, freePort, runCommand } from '../support/server-process.ts'
import { becomes, seedOf } from './moments.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'
import { expectCleanAudit } from './settle-books.ts'
import { closedAfter, startMarquee } from './until-finished.ts'

const kills = process.env['LONG'] === undefined ? 2 : 30
/** So many that the run goes on until the last kill: at most four begin in a second, and after a rest four at once. */
const refundsASecond = 4
const orders = 8 + 8 * kills
const seed = seedOf()

type Environment = Record<string, string>
type Sold = { id: number; way: 'cardprocessor' | 'wallet'; reference: string }
type Providers = { card: FakeCard; wallet: FakeWallet }

async function ownServer(): Promise<Environment> {
  return { DATABASE_URL: (await startOwnPostgres()).url }
}

async function ownFolder(): Promise<Environment> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { DATA_DIR: folder }
}

async function twoProviders(): Promise<Providers> {
  const clock = { now: () => new Date() }
  const card = closedAfter(await startFakeCard({ clock }))
  return { card, wallet: closedAfter(await startFakeWallet({ clock })) }
}

/** An evening whose orders were paid by card and by wallet, in turns. */
async function sellEvening(as: Client, { card, wallet }: Providers) {
  const event = await as.staff('POST', '/events/v1/events', {
    title: 'A night of power cuts',
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
  })
  const ticket = await as.staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: 'Stalls',
    price: '30.00',
    ticket: { mode: 'own', capacity: 1000 },
  })
  const sold: Sold[] = []
  for (let n = 0; n < orders; n += 1) {
    const way = n % 2 === 0 ? 'cardprocessor' : 'wallet'
    const tickets = [{ ticket_id: ticket.json.id, quantity: 1 + (n % 3) }]
    const cart = await as.anyone('POST', '/tickets/v1/cart', { provider: 'tc', tickets })
    const cart_hash = cart.json.cart_hash as string
    const order = `/tickets/v1/commerce/${way}/order`
    const { json } = await as.anyone('POST', order, { cart_hash, purchaser })
    const reference: string = json.payment_intent_id ?? json.id
    if (way === 'wallet') wallet.approve(reference)
    else card.pay(reference)
    const proof = way === 'wallet' ? {} : { client_secret: json.client_secret }
    const paid = await as.anyone('POST', `${order}/${reference}`, { cart_hash, ...proof })
    expect(paid.json.status).toBe('completed')
    sold.push({ id: json.order_id, way, reference })
  }
  return { eventId: event.json.id as number, sold }
}

/** Resolves in the moment in which one of the providers has given money back; its answer never arrives. */
function oneUnheard(providers: Providers): Promise<void> {
  const all: Provider[] = [providers.card, providers.wallet]
  return new Promise(resolve => {
    for (const { faults } of all) {
      faults.decide(request => {
        if (!request.startsWith('POST') || !request.includes('refund')) return undefined
        setImmediate(resolve)
        return { kind: 'hang' }
      })
    }
  })
}

const calm = ({ card, wallet }: Providers) => {
  card.faults.clear()
  wallet.faults.clear()
}

type Run = { state: string; ended: number; control: Record<string, string>[]; outcomes: object[] }

const readRun = async (as: Client, id: number): Promise<Run> =>
  (await as.staff('GET', `/admin/v1/runs/${id}`)).json

describe.each([
  ['the embedded database', ownFolder, false],
  ['PostgreSQL', ownServer, !serverPrograms],
])('the service is killed during a run of refunds, on %s', (_, makePlace, isMissing) => {
  test.skipIf(isMissing)(
    `${kills} times: each of ${orders} orders is refunded once, and nothing is half done (SEED=${seed})`,
    async () => {
      const random = randomFrom(seed)
      const providers = await twoProviders()
      const environment = {
        ...(await makePlace()),
        ...cardSettings(providers.card),
        ...walletSettings(providers.wallet),
        PORT: String(await freePort()),
        REFUNDS_A_SECOND: String(refundsASecond),
      }
      let server = await startMarquee(environment)
      const as = client(server.base, { authorization: adminAuthorization })
      const { eventId, sold } = await sellEvening(as, providers)
      const made = await as.staff('POST', '/admin/v1/plans', { kind: 'refunds', event: eventId })
      expect(made.json.summary).toMatchObject({ to_do: orders })
      const { json } = await as.staff('POST', '/admin/v1/runs', { plan: made.json.id })
      for (let round = 0; round < kills; round += 1) {
        const { ended, state } = await readRun(as, json.id)
        expect(state).toBe('running')
        const enough = ended + 1 + Math.floor(random() * 2)
        if (random() < 0.5) await oneUnheard(providers)
        else {
          await becomes(
            'more orders have their money',
            async () => (await readRun(as, json.id)).ended >= enough,
          )
        }
        await server.kill('SIGKILL')
        calm(providers)
        server = await startMarquee(environment)
      }
      await becomes('the run is done', async () => (await readRun(as, json.id)).state === 'done')
      await expectOnce(await readRun(as, json.id), { sold, providers })
      expect(await server.kill('SIGTERM')).toBe(0)
      await expectCleanAudit(environment)
      const { code, output } = await runCommand(['audit', '--providers'], environment)
      expect([code, output]).toEqual([0, expect.stringContaining('in order')])
    },
  )
})

/** All of the money went back, order by order, and the run says so. */
async function expectOnce(
  run: Run,
  { sold, providers: { card, wallet } }: { sold: readonly Sold[]; providers: Providers },
) {
  const ledger = new Map([...card.ledger(), ...wallet.ledger()].map(row => [row.reference, row]))
  const wrong = sold.flatMap(({ id, way, reference }) => {
    const { charged = 0, refunded = 0 } = ledger.get(reference) ?? {}
    return charged > 0 && refunded === charged ? [] : [`${way} ${id}: ${refunded} of ${charged}`]
  })
  expect(wrong).toEqual([])
  const [control] = run.control
  expect([control?.['difference'], control?.['failed'], control?.['open']]).toEqual([
    '0.00',
    '0.00',
    '0.00',
  ])
  expect(control?.['returned']).toBe(control?.['planned'])
}
