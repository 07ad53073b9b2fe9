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
  ['/events/category/jazz/feed/', '/events/category/jazz.rss'],
  ['/events/feed', '/events.rss'],
  ['/events/?ical=0', undefined],
  ['/?ical=1', undefined],
  ['//evil.example/?ical=1', undefined],
  ['/svc/events/v1/events?ical=1', undefined],
  ['/feed', undefined],
])('the address %s of the existing system leads to %s', (url, target) => {
  expect(feedInstead(url)).toBe(target)
})
