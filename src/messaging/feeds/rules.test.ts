import { expect, test } from 'vitest'
import { feedInstead, readFeedAddress } from './rules.ts'

test.each([
  ['/events.ics', { subject: { kind: 'list' }, form: 'ics' }],
  ['/events/category/jazz.rss', { subject: { kind: 'category', name: 'jazz' }, form: 'rss' }],
  ['/events/tag/a%20b.atom', { subject: { kind: 'tag', name: 'a b' }, form: 'atom' }],
  ['/venue/hall.ics', { subject: { kind: 'venue', name: 'hall' }, form: 'ics' }],
  ['/event/%zz.ics', { subject: { kind: 'event', name: '%zz' }, form: 'ics' }],
  ['/event/a/b.ics', undefined],
  ['/tickets-order.ics', undefined],
  ['/event/.ics', undefined],
])('the path %s asks for the feed %j', (path, address) => {
  expect(readFeedAddress(path)).toEqual(address)
})

test.each([
  ['/events/?ical=1', '/events.ics'],
  ['/events/?tags=jazz&ical=1&search=a+b', '/events.ics?tags=jazz&search=a+b'],
  ['/event/the-tempest/?outlook-ical=1', '/event/the-tempest.ics'],
  ['/events/list/?ical=1', '/events.ics'],
  ['/events/month/?outlook-ical=1', '/events.ics?month=2026-02'],
  ['/events/today/?ical=1', '/events.ics?day=2026-02-07'],
  ['/events/2026-12-05/?ical=1', '/events.ics?day=2026-12-05'],
  ['/events/2026-04/?ical=1', '/events.ics?month=2026-04'],
  ['/events/month/2026-13/?ical=1', undefined],
  ['/events/list/page/2/?ical=1', '/events.ics'],
  ['/events/category/jazz/list/?ical=1&search=a', '/events/category/jazz.ics?search=a'],
  ['/events/list/?tribe-bar-search=a+b&ical=1', '/events.ics?search=a+b'],
  ['/events/list/?tribe-bar-search=&ical=1', '/events.ics'],
  ['/events/list/?tribe-bar-date=2026-12-05&ical=1', '/events.ics?date=2026-12-05'],
  ['/events/tag/jazz/?tribe-bar-date=2026-12&ical=1', '/events/tag/jazz.ics?date=2026-12-01'],
  ['/events/?tribe-bar-date=soon&ical=1', '/events.ics'],
  ['/events/?eventDisplay=month&tribe-bar-date=2026-12-05&ical=1', '/events.ics?month=2026-12'],
  ['/events/?eventDisplay=day&tribe-bar-date=2026-12-05&ical=1', '/events.ics?day=2026-12-05'],
  ['/events/list/?eventDisplay=month&tribe-bar-date=2026-12&ical=1', '/events.ics?month=2026-12'],
  ['/events/month/?eventDisplay=day&ical=1', '/events.ics?month=2026-02'],
  ['/events/?when=today&price=free&ical=1', '/events.ics?when=today&price=free'],
  ['/events/category/list/?ical=1', '/events/category/list.ics'],
  ['/event/month/?ical=1', '/event/month.ics'],
  ['/events/category/jazz/feed/', '/events/category/jazz.rss'],
  ['/events/feed', '/events.rss'],
  ['/events/month/2026-12/?ical=1&tags=a', '/events.ics?tags=a&month=2026-12'],
  ['/events/category/jazz/month/?ical=1', '/events/category/jazz.ics'],
  ['/venue/list/?ical=1', '/venue/list.ics'],
  ['/events/?ical=0', undefined],
  ['/?ical=1', undefined],
  ['//evil.example/?ical=1', undefined],
  ['/svc/events/v1/events?ical=1', undefined],
  ['/feed', undefined],
])('the address %s of the existing system leads to %s', (url, target) => {
  expect(feedInstead(url, '2026-02-07')).toBe(target)
})
