import type { Static } from 'typebox'
import { isHttpAddress } from '../../core/http-address.ts'
import { plainText } from '../../core/text.ts'
import type { Instant } from '../../core/time.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import type { EventRow } from './lookup.ts'
import type { Schedule } from './rules.ts'
import type { EventChanges } from './schema.ts'
import { doorsFit, doorsOffset } from './rules.doors.ts'

type Writing = {
  body: Static<typeof EventChanges>
  schedule: Schedule
  before: EventRow | undefined
  now: Instant
}

/** What is wrong with the members for visitors, by name. */
export function visitorProblems({
  body,
  ...about
}: Omit<Writing, 'schedule'> & {
  schedule: Schedule | undefined
}): Problems {
  const { online_url: link } = body
  const { schedule } = about
  const isLink = link === undefined || link === '' || isHttpAddress(link)
  return {
    ...(isLink ? {} : { online_url: { message: notAnAddress } }),
    ...(schedule && doorsProblem({ body, ...about, schedule })),
  }
}

const notAnAddress =
  'must be the http or https address at which guests join, such as https://meet.example.org/room; empty for none.'

function doorsProblem(writing: Writing): Problems {
  const offset = doorsAfter(writing)
  if (offset === null) return {}
  const { doors_at: wish } = writing.body
  if (offset === undefined) {
    return {
      doors_at: {
        message: 'must be a time such as `18:30` or `2031-06-01 18:30`; empty for none.',
      },
    }
  }
  if (doorsFit(offset, writing.schedule)) return {}
  const range = writing.schedule.all_day
    ? 'within 24 hours of the first midnight'
    : 'at most 24 hours before the start, and not after it'
  const hint =
    wish === undefined ? ' With this schedule they do not: send doors_at too, empty for none.' : ''
  return { doors_at: { message: `must be ${range}.${hint}` } }
}

/** The seconds from start to doors after a write: an omitted member keeps them, so that doors move with their event. */
const doorsAfter = ({ body, schedule, before, now }: Writing) =>
  body.doors_at === undefined
    ? (before?.doors_offset_s ?? null)
    : doorsOffset(body.doors_at, schedule, now)

/** The members for visitors as columns; those that were not sent are undefined. */
export function visitorColumns(writing: Writing) {
  const { online_url: link, age_note: age, access_note: access, doors_at: doors } = writing.body
  return {
    online_url: link === undefined ? undefined : link || null,
    doors_offset_s: doors === undefined ? undefined : (doorsAfter(writing) ?? null),
    age_note: age === undefined ? undefined : plainText(age),
    access_note: access === undefined ? undefined : plainText(access),
  }
}
