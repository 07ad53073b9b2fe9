import { describe, expect, test } from 'vitest'
import { buy } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { outcomes, plan, readRun, start, workRuns } from '../../support/running.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ SITE_CURRENCY: 'EUR', MAIL_PDF_KIB: 'off' })

const english = {
  language: 'en',
  subject: 'Doors of {event}',
  body: 'Come early, {name}.\n\nOrder {order}.',
}
const german = { language: 'de', subject: 'Einlass', body: 'Kommen Sie früh.' }

type Bought = { id: number; email: string }

/** An event with one order of one place for each address; its language is that of the order. */
async function anEvent(buyers: readonly { email: string; locale?: string }[]) {
  const ticket = await ticketOnSale(app, { priceMinor: 1000, currency: 'EUR', capacity: null })
  const bought: Bought[] = []
  for (const { email, locale = 'en' } of buyers) {
    const { orderId } = await buy(app, ticket.id, { quantity: 1, way: 'cardprocessor' })
    await app.db
      .updateTable('orders')
      .set({ purchaser_email: email, locale })
      .where('id', '=', orderId)
      .execute()
    await app.db
      .updateTable('attendees')
      .set({ holder_email: email, purchaser_email: email })
      .where('order_id', '=', orderId)
      .execute()
    bought.push({ id: orderId, email })
  }
  await deliver(app)
  return { eventId: ticket.eventId, bought }
}

const wish = (eventId: number, more: object = {}) => ({
  kind: 'message',
  list: 'attendees',
  query: `filter.event=${eventId}`,
  texts: [english],
  ...more,
})

const written = async () =>
  (await outbox(app, { kind: 'guests.message' })).map(({ recipient, subject }) => [
    recipient,
    subject,
  ])

describe('a plan of a message to guests', () => {
  test('counts each address once, says who is left out, shows the mail, and writes nothing', async () => {
    const { eventId } = await anEvent([
      { email: 'ada@example.org' },
      { email: 'Ada@Example.org' },
      { email: 'eva@example.org', locale: 'de' },
      { email: '' },
    ])
    const before = (await outbox(app)).length
    const made = await plan(app, wish(eventId, { texts: [english, german] }))
    expect(made.summary).toMatchObject({ rows: 3, to_do: 2, left_out: 1 })
    expect(made.summary.sums).toContainEqual(
      expect.objectContaining({ action: 'do', method: 'en', rows: 1, count: 2, amount: null }),
    )
    expect(made.summary.sums).toContainEqual(
      expect.objectContaining({ action: 'skip', reason: 'no_address', rows: 1 }),
    )
    expect(made).toMatchObject({
      event: eventId,
      previews: [
        { language: 'de', subject: 'Einlass', body: 'Kommen Sie früh.\n' },
        { language: 'en', subject: expect.stringMatching(/^Doors of ./) },
      ],
    })
    expect((await outbox(app)).length).toBe(before)
  })

  test('names every member that is wrong, and each wrong text', async () => {
    const refused = async (body: object) => {
      const { status, json } = await app.admin('POST', '/plans', { as: 'administrator', body })
      expect(status).toBe(400)
      return json.data.params
    }
    expect(Object.keys(await refused({ kind: 'message' })).sort()).toEqual([
      'list',
      'query',
      'texts',
    ])
    const texts = [
      { ...english, body: 'Hello {nmae}' },
      { ...english, subject: ' ' },
    ]
    const problems = await refused({ ...wish(1), event: 3, texts })
    expect(Object.keys(problems).sort()).toEqual(['event', 'texts'])
    expect(JSON.stringify(problems.texts)).toMatch(
      /\{nmae\}.*en must be there once.*must have words/s,
    )
    expect(Object.keys(await refused(wish(1, { query: 'filter.evnt=3' })))).toEqual(['filter.evnt'])
  })

  test('needs the right to write mails, which nobody has at one event alone', async () => {
    const { eventId } = await anEvent([{ email: 'ada@example.org' }])
    const manager = await personWith(app, { set: 'manager', eventId })
    const { status } = await app.admin('POST', '/plans', { as: manager, body: wish(eventId) })
    expect(status).toBe(403)
  })
})

describe('a run of a message to guests', () => {
  test('writes one mail to each address, in its language, with the link of its own ticket', async () => {
    const { eventId } = await anEvent([
      { email: 'ines@example.org' },
      { email: 'INES@example.org' },
      { email: 'otto@example.org', locale: 'de' },
    ])
    const made = await plan(app, wish(eventId, { texts: [english, german] }))
    const { json } = await start(app, made.id)
    await workRuns(app)
    expect(outcomes(await readRun(app, json.id))).toEqual(['done 2'])
    await deliver(app)
    const mails = (await outbox(app, { kind: 'guests.message' })).filter(({ recipient }) =>
      ['ines@example.org', 'otto@example.org'].includes(recipient),
    )
    expect(mails).toHaveLength(2)
    const [mail] = mails.filter(({ recipient }) => recipient.startsWith('ines'))
    const { text = '' } = await readMail(app, mail?.id ?? 0)
    expect(text).toMatch(/Come early, .+\.\n\nOrder \d+\.\n\nYour ticket:\n\S+\/ticket\//)
  })

  test('to orders writes to buyers, with the link of the order', async () => {
    const { eventId } = await anEvent([{ email: 'buyer@example.org' }])
    const made = await plan(app, wish(eventId, { list: 'orders' }))
    await start(app, made.id)
    await workRuns(app)
    await deliver(app)
    const mail = (await outbox(app, { kind: 'guests.message' })).at(-1)
    const { text = '' } = await readMail(app, mail?.id ?? 0)
    expect(mail).toMatchObject({
      recipient: 'buyer@example.org',
      event_id: eventId,
      state: 'captured',
    })
    expect(text).toMatch(/Your order:\n\S+tc-order-id=/)
  })

  test('is refused when one more guest came after the plan, and nobody is written to', async () => {
    const { eventId, bought } = await anEvent([{ email: 'late@example.org' }])
    const made = await plan(app, wish(eventId))
    await app.db
      .updateTable('attendees')
      .set({ holder_email: 'other@example.org' })
      .where('order_id', '=', bought[0]?.id ?? 0)
      .execute()
    const before = await written()
    expect((await start(app, made.id)).json.code).toBe('plan-is-stale')
    await workRuns(app)
    expect(await written()).toEqual(before)
  })

  test('leaves out who is gone by then', async () => {
    const { eventId, bought } = await anEvent([
      { email: 'one@example.org' },
      { email: 'two@example.org' },
    ])
    const maker = await app.makePerson('administrator')
    const made = await plan(app, wish(eventId), maker)
    const { json } = await start(app, made.id, { first: 1 }, maker)
    await workRuns(app)
    await app.db
      .updateTable('attendees')
      .set({ status: 'trash' })
      .where('order_id', '=', bought[1]?.id ?? 0)
      .execute()
    await app.admin('POST', `/runs/${json.id}/continue`, { as: maker })
    await workRuns(app)
    expect(outcomes(await readRun(app, json.id))).toEqual(['done 1', 'skipped 1 guest_gone'])
  })

  test('rests when its maker loses the right, and writes to nobody more', async () => {
    const { eventId } = await anEvent([{ email: 'three@example.org' }])
    const maker = await personWith(app, { set: 'manager', eventId: null })
    const made = await plan(app, wish(eventId), maker)
    const { json } = await start(app, made.id, {}, maker)
    await app.db.deleteFrom('grants').where('user_id', '=', maker.userId).execute()
    await workRuns(app)
    expect(await readRun(app, json.id)).toMatchObject({
      state: 'paused',
      paused_by: 'rights',
      ended: 0,
    })
  })

  test('does not reach an address that lost its ticket before the mail leaves', async () => {
    const { eventId, bought } = await anEvent([{ email: 'former@example.org' }])
    const made = await plan(app, wish(eventId))
    await start(app, made.id)
    await workRuns(app)
    await app.db
      .updateTable('attendees')
      .set({ holder_email: 'present@example.org', purchaser_email: 'present@example.org' })
      .where('order_id', '=', bought[0]?.id ?? 0)
      .execute()
    await app.db
      .updateTable('orders')
      .set({ purchaser_email: 'present@example.org' })
      .where('id', '=', bought[0]?.id ?? 0)
      .execute()
    await deliver(app)
    const mail = (await outbox(app, { kind: 'guests.message' })).at(-1)
    expect(mail).toMatchObject({ recipient: 'former@example.org', state: 'withdrawn' })
  })

  test('waits behind tickets: an order that is paid later has its mail before the second guest', async () => {
    const { eventId } = await anEvent([
      { email: 'g1@example.org' },
      { email: 'g2@example.org' },
      { email: 'g3@example.org' },
    ])
    const made = await plan(app, wish(eventId))
    await start(app, made.id)
    await workRuns(app)
    const ticket = await ticketOnSale(app, { priceMinor: 1000, currency: 'EUR', capacity: null })
    const { orderId } = await buy(app, ticket.id, { quantity: 1, way: 'cardprocessor' })
    await deliver(app)
    const { rows } = await app.db
      .selectFrom('messages')
      .select(['kind', 'order_id', 'message_id', 'turn'])
      .where('kind', 'in', ['guests.message', 'order.confirmed'])
      .orderBy('turn')
      .orderBy('id')
      .execute()
      .then(all => ({ rows: all }))
    const turnOf = (wanted: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(wanted).map(({ turn }) => Number(turn))
    const [order] = turnOf(row => row.order_id === orderId)
    const guests = turnOf(row => row.kind === 'guests.message').slice(-2)
    expect(guests.every(turn => turn > (order ?? Infinity))).toBe(true)
  })
})
