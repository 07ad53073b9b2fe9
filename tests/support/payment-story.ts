import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import { bookNow } from './books-check.ts'
import { letHoldsExpire, letMinutesPass, order, tell } from './buying.ts'
import { type CurrencyKind, kindOf, shown, stepAt } from './currencies.ts'
import { type Bought, percentages, plainBasket, sellBasket } from './payment-basket.ts'
import type { AskedBack } from './payment-model.ts'
import type { World } from './payment-world.ts'
import type { Happening, Plot, What } from './payment-plot.ts'

/** The ways in which money can be refunded, besides a place and an amount. */
const otherWays: AskedBack[] = [{ fees: 'keep' }, { fees: 'only' }, { whole: true }]

/** The state of a story; the references are those a buyer received. */
export type Tale = {
  world: World
  plot: Plot
  ticketId: number
  bought: Bought[]
  kind: CurrencyKind
  cart_hash: string
  references: Map<string, { orderId: number; secret: string }>
  disputes: Map<string, string>
  /** A refund may have bounced or been refused because of a dispute; its money then stays with us. */
  mayKeep: boolean
}

const as = 'administrator' as const
const coupon = 'off'

/** The records every story of a world needs. */
export async function setTheStage(world: World, charges = percentages) {
  const { kind, fee, off } = charges
  world.charges = charges
  const terms = {
    status: 'active',
    kind,
    currency: kind === 'flat' ? world.currency : null,
  } as const
  const taken = { ...terms, slug: coupon, display_name: 'Off', amount: off }
  await world.db.insertInto('coupons').values(taken).execute()
  const added = {
    ...terms,
    slug: 'fee',
    display_name: 'Fee',
    amount: fee,
    applies_to: 'per',
  } as const
  await world.db.insertInto('fees').values(added).execute()
}

/** Plays a story until nothing is under way any more. */
export async function play(world: World, plot: Plot, basket = plainBasket): Promise<Tale> {
  const capacity = plot.quantity + plot.spare
  const bought = await sellBasket(world, basket, { quantity: plot.quantity, capacity })
  const id = bought[0]?.ticketId ?? 0
  const tickets = bought.map(({ ticketId, quantity }) => ({ ticket_id: ticketId, quantity }))
  const filled = await world.tickets('POST', '/cart', { body: { provider: 'tc', tickets } })
  if (filled.status !== 200) throw new Error(`The cart was refused: ${filled.text}`)
  const cart_hash = filled.json.cart_hash as string
  const tale: Tale = {
    world,
    plot,
    ticketId: id,
    bought,
    kind: kindOf(world.currency),
    cart_hash,
    references: new Map(),
    disputes: new Map(),
    mayKeep: false,
  }
  world.provider.setRefunds('now')
  world.provider.webhooks.forget()
  await place(tale)
  for (const each of plot.steps) await step(tale, each)
  await comeToRest(tale)
  return tale
}

/** A response that a running service must not give is a finding. */
function heard({ world }: Tale, what: string, status: number, allowed: readonly number[]) {
  if (world.isSabotaged || world.isDead() || allowed.includes(status)) return
  throw new Error(`${what} was answered with ${status}`)
}

async function place(tale: Tale) {
  const path = tale.world.way === 'card' ? 'cardprocessor' : 'wallet'
  const { status, json } = await order(tale.world, path, tale.cart_hash)
  heard(tale, 'an order', status, [200, 400, 409, 502])
  if (status !== 200) return
  const reference = (json.payment_intent_id ?? json.id) as string
  tale.references.set(reference, { orderId: json.order_id, secret: json.client_secret ?? '' })
}

async function step(tale: Tale, happening: Happening) {
  const { what, deed, during, choice } = happening
  // The books are written now and then, so that entries are made of half a story too.
  if (choice % 3 === 0) await bookNow(tale.world.db)
  if (what !== 'crash') await act(tale, happening)
  else await tale.world.crash(deed, () => act(tale, { ...happening, what: during }))
}

async function act(tale: Tale, { what, choice }: Happening): Promise<unknown> {
  const { world, ticketId, references } = tale
  const { webhooks, faults } = world.provider
  const reference = [...references.keys()][choice % Math.max(1, references.size)]
  switch (what) {
    case 'order':
      return place(tale)
    case 'messages are lost':
      return webhooks.drop()
    case 'holds end':
      return letHoldsExpire(world, ticketId)
    case 'poll':
      return poll(world)
    case 'answer is lost':
      return faults.next({ kind: 'drop', when: 'after' })
    case 'provider is down':
      for (let request = 0; request <= choice; request += 1)
        faults.next({ kind: 'status', status: 503, when: choice % 2 === 0 ? 'before' : 'after' })
      return undefined
    case 'messages come':
      return webhooks.deliver(world.receive)
    case 'messages come twice, mixed':
      webhooks.duplicate()
      webhooks.shuffle(choice)
      return webhooks.deliverInParallel(world.receive)
    case 'all messages come again':
      webhooks.repeatAll()
      webhooks.shuffle(choice)
      return webhooks.deliver(world.receive)
    case 'somebody else takes a place':
      return othersTake(tale, 1)
    case 'refunds take their time':
      return world.provider.setRefunds(choice > 2 ? 'later' : 'now')
    case 'a refund ends':
      return endRefund(tale, choice > 2)
    case 'a coupon changes the price': {
      const path = choice > 4 ? '/coupons/apply' : '/coupons/remove'
      return world.tickets('POST', path, { body: { coupon, cart_hash: tale.cart_hash } })
    }
    default:
      return reference === undefined ? undefined : actOn(tale, reference, { what, choice })
  }
}

async function actOn(
  tale: Tale,
  reference: string,
  { what, choice }: { what: What; choice: number },
): Promise<unknown> {
  const { world } = tale
  switch (what) {
    case 'buyer pays':
      return ifPossible(() => pay(tale, reference, choice))
    case 'provider goes on':
      return ifPossible(() => goOn(tale, reference, choice))
    case 'buyer tells':
      return tellOf(tale, reference, choice)
    case 'buyer gives up':
      return giveUp(tale, reference)
    case 'the bank takes it back':
      return ifPossible(() => dispute(tale, reference))
    case 'the dispute ends':
      return ifPossible(() => endDispute(tale, choice))
    case 'paid after its places went to others':
      await letHoldsExpire(world, tale.ticketId)
      await othersTake(tale, choice)
      ifPossible(() => pay(tale, reference, 0))
      return tellOf(tale, reference, choice)
    case 'three at once':
      return Promise.all([
        tellOf(tale, reference, choice),
        world.provider.webhooks.deliverInParallel(world.receive),
        poll(world),
      ])
    default:
      return refund(tale, reference, { what, choice })
  }
}

/** A step that is no longer possible is skipped; every other failure is a finding. */
function ifPossible(act: () => void) {
  try {
    act()
  } catch (error) {
    const name = (error as Error).constructor.name
    if (!['CardRefusal', 'WalletRefusal'].includes(name)) throw error
  }
}

const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_threeDSecure2Required',
  'pm_delayed',
] as const

function pay({ world: { way, card, wallet } }: Tale, reference: string, choice: number) {
  if (way === 'card') {
    card.pay(reference, cards[choice % cards.length])
    return
  }
  wallet.approve(reference)
  if (choice > 6) wallet.setCapture(reference, choice === 7 ? 'pending' : 'decline')
}

function goOn({ world: { way, card, wallet } }: Tale, reference: string, choice: number) {
  if (way === 'card') {
    const { status } = card.intent(reference)
    if (status === 'requires_action') card.authenticate(reference, choice % 3 > 0)
    if (status === 'processing') card.finish(reference, choice % 3 > 0)
    return
  }
  const [unit] = wallet.order(reference).purchase_units
  const waiting = unit.payments?.captures.find(({ status }) => status === 'PENDING')
  if (waiting) wallet.finishCapture(waiting.id, choice % 3 > 0)
}

async function tellOf(tale: Tale, reference: string, choice: number) {
  const { cart_hash, world } = tale
  const secret = tale.references.get(reference)?.secret
  const { status } =
    world.way === 'card'
      ? await tell(world, `cardprocessor/order/${reference}`, { client_secret: secret, cart_hash })
      : await tell(world, `wallet/order/${reference}`, { recheck: choice > 5, cart_hash })
  heard(tale, 'what the buyer tells', status, [200, 400, 402, 404, 502])
}

async function giveUp(tale: Tale, reference: string) {
  const segment = tale.world.way === 'card' ? 'cardprocessor' : 'wallet'
  const path = `/commerce/${segment}/order/${reference}`
  const { cart_hash } = tale
  const { status } = await tale.world.tickets('DELETE', path, { body: { cart_hash } })
  heard(tale, 'giving up', status, [200, 400, 404, 409, 502])
}

async function refund(tale: Tale, reference: string, asked: { what: What; choice: number }) {
  const orderId = tale.references.get(reference)?.orderId ?? 0
  const order = await tale.world.tickets('GET', `/orders/${orderId}`, { as: 'administrator' })
  const { items } = order.json ?? {}
  // A dying service has no response.
  if (items === undefined) return
  const body = askedBack(tale, items, asked)
  const sent = { ...body, reason: JSON.stringify(body) }
  const path = `/orders/${orderId}/refunds`
  const { status } = await tale.world.tickets('POST', path, { as, body: sent })
  heard(tale, 'a refund', status, [201, 409, 502])
}

function askedBack(
  { world, kind }: Tale,
  items: readonly { id: number; type: string }[],
  { what, choice }: { what: What; choice: number },
): AskedBack {
  if (what === 'staff refund an amount') {
    return { amount: shown((1 + 37 * choice) * stepAt(world.way, kind), kind) }
  }
  const tickets = items.filter(({ type }) => type === 'ticket')
  const lines = [{ id: tickets[choice % tickets.length]?.id ?? 0, quantity: 1 }]
  const other = otherWays[choice - 7]
  return other?.whole ? other : { lines, ...other }
}

/** Other carts take the remaining places, up to this many carts. */
async function othersTake({ world, ticketId }: Tale, most: number) {
  for (let other = 0; other < most; other += 1) {
    const body = { provider: 'tc', tickets: [{ ticket_id: ticketId, quantity: 1 }] }
    const { status } = await world.tickets('POST', '/cart', { body })
    if (status !== 200) return
  }
}

function endRefund(tale: Tale, arrives: boolean) {
  const [first] = tale.world.provider.pendingRefunds()
  if (first === undefined) return
  tale.world.provider.finishRefund(first, arrives)
  if (!arrives) tale.mayKeep = true
}

function dispute(tale: Tale, reference: string) {
  const { world, disputes } = tale
  const line = world.provider.ledger().find(one => one.reference === reference)
  if (!line?.charged || disputes.has(reference)) return
  if (world.way === 'wallet') world.wallet.reverse(reference)
  disputes.set(reference, world.way === 'card' ? world.card.dispute(reference) : 'reversed')
  tale.mayKeep = true
}

function endDispute({ world, disputes }: Tale, choice: number) {
  const [id] = disputes.values()
  if (world.way === 'card' && id) world.card.closeDispute(id, choice > 4 ? 'won' : 'lost')
}

/** Runs the recheck job some minutes later. Returns what it could not correct. */
async function poll(world: World) {
  await letMinutesPass(world, 3)
  const { failed } = await reconcile(world.deps())
  return failed
}

/** Lets time pass until nothing is under way any more. */
async function comeToRest(tale: Tale) {
  const { world } = tale
  const { webhooks, faults, pendingRefunds, finishRefund } = world.provider
  faults.clear()
  for (const reference of tale.references.keys()) ifPossible(() => goOn(tale, reference, 1))
  const answers = await webhooks.deliver(world.receive)
  if (answers.some(status => status >= 500)) heard(tale, 'a message', 500, [])
  await letMinutesPass(world, 120)
  await poll(world)
  world.provider.setRefunds('now')
  for (const id of pendingRefunds()) finishRefund(id, true)
  await webhooks.deliver(world.receive)
  await poll(world)
  const failed = await poll(world)
  if (failed.length > 0 && !world.isSabotaged) throw new Error(`Nothing mends ${failed.join()}.`)
}
