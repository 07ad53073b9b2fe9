import type { AttentionEntry } from '@marquee-events/client'
import type { ListAddress } from '../../interface/list-address.ts'
import { counted, instantWords } from '../../pieces/words.ts'

type Kind = AttentionEntry['kind']

/** Where the rows of a kind are together; a kind without such a list is solved one by one. */
type Rows = { to: '/orders' | '/mails'; search: ListAddress }

export type Group = {
  kind: Kind
  /** How many, in words. */
  title: string
  /** What solves it. */
  about: string
  rows: Rows | undefined
  entries: readonly AttentionEntry[]
}

type Words = { one: string; many?: string; about: string; rows?: Rows }

const words: Readonly<Record<Kind, Words>> = {
  dispute: {
    one: 'dispute',
    about: 'A bank asks or took money back. Answer at the provider in time.',
    rows: { to: '/orders', search: { 'filter.dispute': 'true' } },
  },
  refund_failed: {
    one: 'refund that failed',
    many: 'refunds that failed',
    about: 'The money is still here. Give it back in another way.',
    rows: { to: '/orders', search: { 'filter.refund': 'failed' } },
  },
  refund_pending: {
    one: 'refund that waits for two days',
    many: 'refunds that wait for two days',
    about: 'The provider has not confirmed it.',
    rows: { to: '/orders', search: { 'filter.refund': 'waiting' } },
  },
  refund_unplaced: {
    one: 'refund made at the provider',
    many: 'refunds made at the provider',
    about: 'Its places still admit. End one, or note why they stay.',
  },
  run_resting: {
    one: 'run that rests',
    many: 'runs that rest',
    about: 'Nothing goes on until somebody continues or stops it.',
  },
  run_left_over: {
    one: 'run with something left to do',
    many: 'runs with something left to do',
    about: 'Some of it failed, or is for you to give by hand.',
  },
  till_left_open: {
    one: 'till left open',
    many: 'tills left open',
    about: 'It was opened a day ago and not counted. Close it.',
  },
  event_without_account: {
    one: 'event that cannot take its money',
    many: 'events that cannot take their money',
    about: 'It begins within a day, and no account takes payments.',
  },
  event_without_door: {
    one: 'event without a phone at the door',
    many: 'events without a phone at the door',
    about: 'It is this evening. Pair a phone.',
  },
  mail_bounced: {
    one: 'mail that came back',
    many: 'mails that came back',
    about: 'Somebody who still comes has no ticket. Correct the address.',
    rows: { to: '/mails', search: { state: 'bounced' } },
  },
  pool_nearly_full: {
    one: 'stock nearly sold out',
    many: 'stocks nearly sold out',
    about: 'More than 95 of 100 places are taken.',
  },
}

/** What waits, by kind in the order of the service: how many, what to do, and where the rows are. */
export function groupsOf(
  entries: readonly AttentionEntry[],
  mayOpen: (to: Rows['to']) => boolean,
): Group[] {
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  return kinds.map(kind => {
    const own = entries.filter(entry => entry.kind === kind)
    const { one, many = `${one}s`, about, rows } = words[kind]
    return {
      kind,
      title: counted(own.length, one, many),
      about,
      rows: rows && mayOpen(rows.to) ? rows : undefined,
      entries: own,
    }
  })
}

/** The entry itself: what is opened, and until or since when it waits. */
export function entryWords(entry: AttentionEntry, titleOf: (event: number) => string | undefined) {
  const { events, deadline, since } = entry
  const event = titleOf(events[0] ?? 0)
  const record = recordOf(entry)
  const time =
    deadline !== null
      ? `until ${instantWords(deadline)}`
      : since !== null
        ? `since ${instantWords(since)}`
        : ''
  return {
    named: record ?? event ?? `Event ${events[0] ?? ''}`,
    time,
    at: record === undefined ? undefined : event,
  }
}

/** What is opened, where that is not the event itself. */
function recordOf({ kind, id, order, attendee }: AttentionEntry): string | undefined {
  if (order !== null) return `Order ${order}`
  if (attendee !== null) return `Attendee ${attendee}`
  if (kind === 'run_resting' || kind === 'run_left_over') return `Run ${id}`
  return kind === 'till_left_open' ? `Till ${id}` : undefined
}

/** The path in the console of the page on which an entry is solved. */
export function pathIn(link: string, base: string): { path: string; search: ListAddress } {
  const url = new URL(link)
  const path = url.pathname.slice(`${base}/admin`.length)
  return { path: path === '' ? '/' : path, search: Object.fromEntries(url.searchParams) }
}
