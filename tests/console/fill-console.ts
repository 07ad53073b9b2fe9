import { staffClient } from '../support/client-in-process.ts'
import { buy } from '../support/buying.ts'
import { picture } from '../support/picture-server.ts'
import type { TestApp } from '../support/start-app.ts'

/** An event with three tickets on one stock, paid and free orders, a draft and a long title: what screens show. */
export async function fillConsole(app: TestApp) {
  const staff = await staffClient(app)
  const upload = await app.events('POST', '/images', {
    as: 'administrator',
    body: await picture(1300, 600),
    headers: { 'content-type': 'image/png' },
  })
  const event = await staff.createEvent({
    title: 'Maren Sol: Songs for the Last Tram',
    description: '<p>Two sets, one interval.</p><p>Doors at seven.</p>',
    start_date: '2027-06-04 19:30:00',
    end_date: '2027-06-04 22:00:00',
    timezone: 'Europe/Oslo',
    status: 'publish',
    image: String(upload.json.id),
    categories: ['Concerts'],
    venue: { venue: 'Great Room', city: 'Bergen', status: 'publish' },
    organizer: [{ organizer: 'Riverside Hall', status: 'publish' }],
  })
  const ticket = (name: string, price: string, mode: 'global' | 'capped', capacity?: number) =>
    staff.createTicket({
      post_id: event.id,
      provider: 'tc',
      name,
      price,
      ticket: { mode, event_capacity: 380, ...(capacity !== undefined && { capacity }) },
    })
  const standard = await ticket('Standard', '32.00', 'global')
  await ticket('Balcony', '22.00', 'capped', 80)
  const free = await ticket('Companion', '', 'capped', 20)
  const bought = await buy(app, standard.id, { quantity: 3, way: 'cardprocessor' })
  await buy(app, standard.id, { quantity: 1, way: 'cardprocessor' })
  const given = await buy(app, free.id, { quantity: 2 })
  await staff.createOrderNote({ id: bought.orderId, note: 'Asked for seats by the aisle.' })
  await staff.createCoupon({
    slug: 'WINTER',
    display_name: 'Friends in winter',
    status: 'active',
    sub_type: 'percent',
    amount: 20,
    usage_limit: 100,
  })
  const { code, batch } = await fillCodes(staff, event.id, standard.id)
  await staff.createFee({
    display_name: 'Booking fee',
    status: 'active',
    sub_type: 'flat',
    amount: 2,
    meta_value: 'all',
  })
  await staff.createGrant({
    email: 'helper@example.org',
    display_name: 'Hanna Helper',
    set: 'door',
    event: event.id,
  })
  await staff.createDoorDevice({ name: 'Ada, gate A', events: [event.id] })
  await staff.createEvent({
    title:
      'An evening of uncommonly long titles as organisers write them, with the Donaudampfschifffahrtsgesellschaftskapelle',
    start_date: '2027-07-01 20:00:00',
    end_date: '2027-07-01 22:00:00',
    status: 'draft',
  })
  const { id: mistake } = await staff.createEvent({
    title: 'A slip of the pen',
    start_date: '2027-07-02 20:00:00',
    end_date: '2027-07-02 22:00:00',
    status: 'draft',
  })
  await staff.deleteEvent({ id: mistake })
  await staff.importAttendees({ id: event.id, csv: 'Name,Code\nBo Diddley,AB-000001\nNobody,1' })
  const tills = await fillDesk(app, event.id, standard.id)
  return {
    ...tills,
    refunds: await fillRun(app, event.id),
    run: await plantRun(app),
    event: event.id,
    venue: Array.isArray(event.venue) ? 0 : event.venue.id,
    ticket: standard.id,
    code,
    batch,
    freeTicket: free.id,
    order: bought.orderId,
    freeOrder: given.orderId,
  }
}

/** A run of refunds that are given back by hand. */
async function fillRun(app: TestApp, event: number): Promise<number> {
  const staff = await staffClient(app)
  const plan = await staff.makePlan({ kind: 'refunds', event, how: 'by_hand' })
  return (await staff.startRun({ plan: plan.id })).id
}

/** A till that sells, with a sale and a drop, and one that was closed with a difference; both are the administrator's of this test. */
async function fillDesk(app: TestApp, event: number, ticket: number) {
  const staff = await staffClient(app)
  const open = (name: string) => staff.openTill({ name, float: '150.00' })
  const [till, closed] = [await open('Main desk'), await open('Side door')]
  await staff.sellAtDesk({
    event,
    lines: [{ ticket, quantity: 2 }],
    method: 'cash',
    till: till.id,
    expected_total: (2 * Number((await staff.getDesk({ id: event })).tiles[0]?.price)).toFixed(2),
    given: '100',
  })
  await staff.moveTillCash({ id: till.id, kind: 'drop', amount: '50', reason: 'To the safe' })
  await staff.closeTill({ id: closed.id, counted: '149.50', note: 'A coin fell.' })
  return { till: till.id, closedTill: closed.id }
}

/** The report of a run of `marquee import-site`, with something to read in each part. */
async function plantRun({ database }: TestApp): Promise<number> {
  const { rows } = await database.pool.query(`
    with source as (
      insert into import_sources (home, events_slug, event_slug) values ('https://old.example.org', 'programme', 'evening') returning id
    ), run as (
      insert into import_runs (source_id, reader, state, ended_at, losses, counts, left_behind)
      select id, 'dump', 'done', clock_timestamp(), 1,
        '{"event": {"read": 6, "made": 5, "changed": 0, "same": 0, "kept": 1, "lost": 0}}',
        '[{"what": "type", "name": "page", "rows": 1, "why": "Pages are no part of a ticket service."}]' from source returning id
    ), losses as (
      insert into import_losses (run_id, n, kind, old_id, reason)
      select id, 1, 'event', 377, 'A frame in its text became a link to https://video.example/7.' from run
    ) select id from run`)
  return Number(rows[0].id)
}

/** A hidden ticket, and a code with a long name that opens it and takes something off another. */
async function fillCodes(
  staff: Awaited<ReturnType<typeof staffClient>>,
  event: number,
  ticket: number,
) {
  const hidden = await staff.createTicket({
    post_id: event,
    provider: 'tc',
    name: 'Speaker and guests of the programme',
    price: '5.00',
    ticket: { mode: 'capped', event_capacity: 380, capacity: 20 },
  })
  await staff.updateTicket({ id: hidden.id, post_id: event, hidden: true })
  const { id } = await staff.createCoupon({
    slug: 'VORTRAGSREIHENEHRENGASTKARTE-2027',
    display_name: 'Donaudampfschifffahrtsgesellschaft, for its speakers',
    status: 'active',
    sub_type: 'percent',
    amount: 20,
    end_time: '2027-06-01 18:00:00',
    limits: {
      tickets: [ticket],
      opens: [hidden.id],
      max_places: 50,
      max_places_per_order: 3,
      min_total: '20',
      tag: 'sponsors',
    },
  })
  const batch = await staff.createCouponBatch({ template: id, count: 3, prefix: 'CHOIR-' })
  return { code: id, batch: batch.id }
}
