// Database: in the short run the embedded one alone.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { onPostgres } from '../../support/database.ts'
import { boxOfficeStory } from '../../support/example-desk.ts'
import { exampleRecorder } from '../../support/example-recorder.ts'
import { catalogueStory, deskStory, saleStory, ticketStory } from '../../support/example-story.ts'
import { adminStory, runStory } from '../../support/example-story-of-staff.ts'
import { partnerSettings, startPaidApp } from '../../support/paid-app.ts'
import { aPaidOrder } from '../../support/paid-order.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const file = path.join(root, 'docs/examples.json')
const document = JSON.parse(readFileSync(path.join(root, 'docs/openapi.json'), 'utf8'))

/** Operations without an example, with the reason. */
const without: Record<string, string> = {
  getMessageRaw: 'answers a mail as it left',
  getEventsIndex: 'describes every route, at the length of this document',
  getTicketsIndex: 'describes every route, at the length of this document',
  getAdminIndex: 'describes every route, at the length of this document',
  getEventsDocument: 'answers the OpenAPI document itself',
  getTicketsDocument: 'answers the OpenAPI document itself',
  getAdminDocument: 'answers the OpenAPI document itself',
  exportOrders: 'answers a file',
  exportAttendees: 'answers a file',
  exportEvents: 'answers a file',
  exportPayments: 'answers a file',
  exportBooks: 'answers a file',
}

const { app, wallet, card } = await startPaidApp({}, partnerSettings)

// When answers have changed on purpose: RECORD_EXAMPLES=1 npx vitest run --project embedded tests/api/http/examples.test.ts,
// then npm run generate. Ids and their order are those of one database; what is answered is compared on both by all other tests.
test.skipIf(onPostgres)(
  'the examples in docs/examples.json are what the service answers, one for every operation',
  async () => {
    const { ask, recorded } = exampleRecorder(app, document)
    const picture = await sharp({
      create: { width: 640, height: 360, channels: 3, background: '#204060' },
    })
      .png()
      .toBuffer()
    const event = await catalogueStory(ask, picture)
    const tickets = await ticketStory(ask, event)
    const order = await saleStory(ask, tickets, id => wallet.approve(id))
    await cardStory(ask, tickets.paid.id)
    await deskStory(ask, order, tickets)
    await ask('deleteFee', { path: { id: tickets.fee.id } })
    await ask('deleteCoupon', { path: { id: tickets.coupon.id } })
    await adminStory(ask, app)
    await providerStory(ask)
    const { eventId } = await aPaidOrder({ app, card })
    await aPaidOrder({ app, card }, { eventId })
    await runStory(ask, app, eventId)
    await boxOfficeStory(ask, app)
    const examples = recorded()
    const operations = Object.values<any>(document.paths)
      .flatMap(item => Object.values<any>(item))
      .filter(one => one['x-alias-of'] === undefined && isForPrograms(one))
      .map(one => one.operationId as string)
    const missing = operations.filter(name => !(name in examples) && !(name in without))
    expect(missing).toEqual([])
    if (process.env['RECORD_EXAMPLES'])
      writeFileSync(file, `${JSON.stringify(examples, null, 1)}\n`)
    expect(examples).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  },
)

const isForPrograms = ({ responses }: { responses: object }) =>
  Object.keys(responses).some(status => status.startsWith('2'))

/** A card order that is paid, and one that staff give up. */
async function cardStory(ask: (name: string, sent?: any) => Promise<any>, ticket_id: number) {
  const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }
  const begin = async () => {
    const tickets = [{ ticket_id, quantity: 1 }]
    const body = { provider: 'tc', tickets }
    const { cart_hash } = await ask('updateCart', { as: 'anonymous', body })
    const order = await ask('createCardOrder', { as: 'anonymous', body: { purchaser, cart_hash } })
    return { cart_hash, ...order }
  }
  const paid = await begin()
  card.pay(paid.payment_intent_id)
  await ask('updateCardOrder', {
    as: 'anonymous',
    path: { order_id: paid.payment_intent_id },
    body: { cart_hash: paid.cart_hash, client_secret: paid.client_secret },
  })
  const unpaid = await begin()
  await ask('cancelOrder', { path: { id: unpaid.order_id }, body: { reason: 'Never paid' } })
}

/** What providers send, and how a merchant connects accounts. */
async function providerStory(ask: (name: string, sent?: any) => Promise<any>) {
  for (const { webhooks, operation } of [
    { webhooks: card.webhooks, operation: 'createCardWebhook' },
    { webhooks: wallet.webhooks, operation: 'createWalletWebhook' },
  ]) {
    const message = webhooks.history.find(({ type }) => /succeeded|COMPLETED/.test(type))
    if (!message) throw new Error(`There is no message for ${operation}.`)
    const { rawBody: body, headers } = webhooks.sign(message)
    await ask(operation, { as: 'anonymous', body, headers, bytes: true })
  }
  await ask('createCardSignUp')
  const { nonce } = await ask('createWalletSignUp')
  const [referral] = wallet.partners.referrals
  const { authCode: auth_code, sharedId: shared_id } = wallet.partners.signUp(referral?.id ?? '')
  await ask('createWalletOnBoarding', { as: 'anonymous', body: { nonce, auth_code, shared_id } })
}
