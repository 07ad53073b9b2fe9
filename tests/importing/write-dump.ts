import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

export type DumpSize = { events: number; orders: number; attendees: number }

const columns = {
  options: ['option_id', 'option_name', 'option_value', 'autoload'],
  posts: [
    'ID',
    'post_author',
    'post_date',
    'post_date_gmt',
    'post_content',
    'post_title',
    'post_excerpt',
    'post_status',
    'post_password',
    'post_name',
    'post_modified',
    'post_modified_gmt',
    'post_parent',
    'menu_order',
    'post_type',
    'post_mime_type',
  ],
  postmeta: ['meta_id', 'post_id', 'meta_key', 'meta_value'],
} as const

const when = '2026-10-13 18:53:26'
const calendar = 'a:1:{s:30:"tickets-commerce-currency-code";s:3:"GBP";}'

/** Writes a dump of a site with so many records, row by row, in the form of a dump of the database. */
export async function writeDump(file: string, size: DumpSize): Promise<void> {
  const out = createWriteStream(file)
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, 'drain')
  }
  const table = async (name: keyof typeof columns) =>
    write(
      `CREATE TABLE \`wp_${name}\` (\n${columns[name].map(column => `  \`${column}\` text`).join(',\n')}\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\n`,
    )
  const row = async (name: keyof typeof columns, values: readonly (string | number)[]) =>
    write(`INSERT INTO \`wp_${name}\` VALUES (${values.map(quoted).join(',')});\n`)
  for (const name of ['options', 'posts', 'postmeta'] as const) await table(name)
  for (const [at, [name, value]] of Object.entries(options).entries())
    await row('options', [at + 1, name, value, 'yes'])
  const all = idsOf(size)
  for (const post of postsOf(all)) {
    const { id, type, title, status = 'publish', parent = 0, content = '' } = post
    await row('posts', [
      id,
      0,
      when,
      when,
      content,
      title,
      '',
      status,
      '',
      `${type.replaceAll('_', '-')}-${id}`,
      when,
      when,
      parent,
      0,
      type,
      '',
    ])
  }
  let metaId = 0
  for (const { id, meta } of postsOf(all)) {
    for (const [key, value] of Object.entries(meta))
      await row('postmeta', [(metaId += 1), id, key, value])
  }
  await write('-- Dump completed on 2026-10-14 20:00:00\n')
  out.end()
  await once(out, 'close')
}

const options = {
  home: 'https://many.example',
  siteurl: 'https://many.example',
  blogname: 'Many',
  timezone_string: 'Europe/London',
  permalink_structure: '/%postname%/',
  tribe_events_calendar_options: calendar,
}

const quoted = (value: string | number) =>
  typeof value === 'number'
    ? String(value)
    : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

type Post = {
  id: number
  type: string
  title: string
  meta: Record<string, string>
  status?: string
  parent?: number
  content?: string
}

type Ids = DumpSize & {
  event: (n: number) => number
  ticket: (n: number) => number
  order: (n: number) => number
}

const idsOf = ({ events, orders, attendees }: DumpSize): Ids => ({
  events,
  orders,
  attendees,
  event: n => 100 + (n % events),
  ticket: n => 100 + events + (n % events),
  order: n => 100 + 2 * events + (n % orders),
})

/** Each event has one ticket type without a limit; orders are of one event, and attendees are spread over the orders. */
function* postsOf({ events, orders, attendees, event, ticket, order }: Ids): Generator<Post> {
  const text = 'A text of some length, as events have one. '.repeat(20)
  for (let n = 0; n < events; n += 1) {
    yield {
      id: event(n),
      type: 'tribe_events',
      title: `Evening ${n}`,
      content: text,
      meta: {
        _EventStartDate: '2027-04-17 19:45:00',
        _EventEndDate: '2027-04-17 22:15:00',
        _EventTimezone: 'Europe/London',
      },
    }
    yield {
      id: ticket(n),
      type: 'tec_tc_ticket',
      title: 'Seat',
      meta: {
        _tec_tickets_commerce_event: String(event(n)),
        _price: '10',
        _manage_stock: 'no',
        _tribe_ticket_capacity: '-1',
      },
    }
  }
  const places = new Map<number, number>()
  for (let n = 0; n < attendees; n += 1) places.set(order(n), (places.get(order(n)) ?? 0) + 1)
  for (let n = 0; n < orders; n += 1) {
    const quantity = places.get(order(n)) ?? 0
    yield {
      id: order(n),
      type: 'tec_tc_order',
      title: `TEC-TC-${n}`,
      status: 'tec-tc-completed',
      meta: {
        _tec_tc_order_gateway: 'stripe',
        _tec_tc_order_gateway_order_id: `pi_${n}`,
        _tec_tc_order_items: itemsOf(event(n), ticket(n), quantity),
        _tec_tc_order_total_value: String(10 * quantity),
        _tec_tc_order_currency: 'GBP',
        _tec_tc_order_purchaser_full_name: `Buyer ${n}`,
        _tec_tc_order_purchaser_email: `buyer${n}@guest.example`,
        _tec_tc_order_status_log_completed: '2026-10-13 17:53:26.2159',
      },
    }
  }
  for (let n = 0; n < attendees; n += 1) {
    const at = n % orders
    yield {
      id: order(0) + orders + n,
      type: 'tec_tc_attendee',
      title: `Guest ${n}`,
      parent: order(at),
      meta: {
        _tec_tickets_commerce_event: String(event(at)),
        _tec_tickets_commerce_ticket: String(ticket(at)),
        _tec_tickets_commerce_security_code: n.toString(16).padStart(10, '0'),
        _tec_tickets_commerce_full_name: `Guest ${n}`,
        _tec_tickets_commerce_email: `guest${n}@guest.example`,
        _tec_tickets_commerce_price_paid: '10',
        _tec_tickets_commerce_currency: 'GBP',
      },
    }
  }
}

const itemsOf = (event: number, ticket: number, quantity: number) =>
  `a:1:{i:0;a:6:{s:9:"ticket_id";i:${ticket};s:8:"event_id";i:${event};s:8:"quantity";i:${quantity};s:5:"price";d:10;s:9:"sub_total";d:${10 * quantity};s:4:"type";s:6:"ticket";}}`
