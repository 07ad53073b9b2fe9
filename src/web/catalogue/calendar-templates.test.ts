import { expect, test } from 'vitest'
import { googleTemplate, outlookTemplate, type TemplateEvent } from './calendar-templates.ts'

const evening: TemplateEvent = {
  title: 'Rock & Roll',
  allDay: false,
  startLocal: '2027-03-28 01:30:00',
  endLocal: '2027-03-28 04:00:00',
  startsAt: new Date('2027-03-28T00:30:00Z'),
  endsAt: new Date('2027-03-28T02:00:00Z'),
  place: 'Opera, Oslo',
  url: 'https://tickets.example.org/event/rock/',
}
const festival = {
  ...evening,
  allDay: true,
  startLocal: '2027-12-30 00:00:00',
  endLocal: '2027-12-31 23:59:59',
}
const valuesOf = (address: string) => Object.fromEntries(new URL(address).searchParams)

test('a form of Google has the instants of an evening, and the days of a festival', () => {
  expect(valuesOf(googleTemplate(evening))).toEqual({
    action: 'TEMPLATE',
    text: 'Rock & Roll',
    dates: '20270328T003000Z/20270328T020000Z',
    location: 'Opera, Oslo',
    details: evening.url,
  })
  expect(valuesOf(googleTemplate(festival))['dates']).toBe('20271230/20280101')
})

test('a form of Outlook has the same', () => {
  expect(valuesOf(outlookTemplate(evening))).toMatchObject({
    subject: 'Rock & Roll',
    startdt: '2027-03-28T00:30:00.000Z',
    enddt: '2027-03-28T02:00:00.000Z',
    body: evening.url,
  })
  expect(valuesOf(outlookTemplate(festival))).toMatchObject({
    startdt: '2027-12-30',
    enddt: '2028-01-01',
    allday: 'true',
  })
})

test('a title of a thousand letters makes no address that servers refuse', () => {
  const long = { ...evening, title: '長'.repeat(1000), place: 'x'.repeat(5000) }
  for (const address of [googleTemplate(long), outlookTemplate(long)]) {
    expect(address.length).toBeLessThan(4000)
  }
})
