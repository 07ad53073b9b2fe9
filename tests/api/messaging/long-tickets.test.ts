import { expect, test } from 'vitest'
import { buy } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { hasReader, readWith } from '../../support/readers.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

/** Where the lines at the foot of a page begin, in points. */
const foot = 780
const texts = (count: number) => Array.from({ length: count }, () => 'Loremipsum').join(' ')

test.runIf(hasReader('pdftotext'))(
  'what does not fit on the page of a ticket goes on the next one, and nothing is cut off',
  async () => {
    const { id, eventId } = await ticketOnSale(app)
    const venue = await app.events('POST', '/venues', {
      as,
      body: { venue: texts(40), address: texts(80), city: texts(80) },
    })
    const organizers = []
    for (let number = 0; number < 12; number += 1) {
      const body = { organizer: `${number} ${texts(40)}` }
      organizers.push((await app.events('POST', '/organizers', { as, body })).json.id)
    }
    const body = { venue: venue.json.id, organizer: organizers }
    await app.events('POST', `/events/${eventId}`, { as, body })
    const [ticket] = (await buy(app, id)).attendees
    const url = `/tickets/pdf/${ticket?.id}/${ticket?.security_code}.pdf`
    const { rawPayload: pdf } = await app.http.inject({ url })
    const words = readWith('pdftotext', ['-bbox', 'FILE', '-'], pdf)
    expect(words.match(/Loremipsum/g)).toHaveLength(40 + 80 + 80 + 12 * 40)
    const ends = [...words.matchAll(/yMax="([\d.]+)">[^<]*Loremipsum/g)].map(([, end]) =>
      Number(end),
    )
    expect(Math.max(...ends)).toBeLessThan(foot)
  },
)
