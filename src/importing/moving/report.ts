import { type ImportedKind, kinds } from '../kinds/imported.ts'
import type { LeftBehind } from '../sources/source-site.ts'
import type { LossRow } from './store.runs.ts'

/**
 * What became of the records of one kind: `read` of the source, `made`, `changed` because the source changed, `same` as at the
 * last run, `kept` as ours are, and `lost`, which have no place here.
 */
export type KindCounts = {
  read: number
  made: number
  changed: number
  same: number
  kept: number
  lost: number
}

export type Report = {
  readonly home: string
  readonly reader: string
  readonly dryRun: boolean
  readonly counts: Readonly<Record<ImportedKind, KindCounts>>
  readonly losses: readonly LossRow[]
  readonly left: readonly LeftBehind[]
  /** What to do, and what to know before the change. */
  readonly notes: readonly string[]
}

export type Outcome = Exclude<keyof KindCounts, 'read'>

/** Collects what happened; `onLosses` gets new losses as they come. */
export function createTally() {
  const counts = Object.fromEntries(
    kinds.map(kind => [kind, { read: 0, made: 0, changed: 0, same: 0, kept: 0, lost: 0 }]),
  ) as Record<ImportedKind, KindCounts>
  const losses: LossRow[] = []
  return {
    counts,
    losses,
    add(kind: ImportedKind, outcome: Outcome) {
      counts[kind].read += 1
      counts[kind][outcome] += 1
    },
    lose: (kind: string, oldId: number | null, reason: string) =>
      void losses.push({ kind, oldId, reason }),
  }
}

export type Tally = ReturnType<typeof createTally>

const labels: Readonly<Record<ImportedKind, string>> = {
  term: 'categories and tags',
  user: 'accounts',
  image: 'pictures',
  venue: 'venues',
  organizer: 'organizers',
  fee: 'fees',
  coupon: 'coupons',
  event: 'events',
  ticket: 'ticket types',
  order: 'orders',
  attendee: 'attendees',
}

const shownLosses = 40

/** The report for people: a line for each kind, losses, what stays behind, and notes. */
export function reportLines({ counts, losses, left, notes, dryRun }: Report): string[] {
  const lines = kinds.flatMap(kind => {
    const { read, made, changed, same, kept, lost } = counts[kind]
    if (read === 0) return []
    const told = [
      [made, dryRun ? 'would be made' : 'made'],
      [changed, dryRun ? 'would be changed' : 'changed'],
      [same, 'the same'],
      [kept, 'stay as they are here'],
      [lost, 'without a place here'],
    ] as const
    const parts = told.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : []))
    return [`${labels[kind]}: ${read} read, ${parts.join(', ')}`]
  })
  const lossLines = losses.slice(0, shownLosses).map(lossLine)
  const more =
    losses.length > shownLosses
      ? [`… and ${losses.length - shownLosses} more (--report has all)`]
      : []
  return [
    ...lines,
    ...section('Changed or lost on the way:', [...lossLines, ...more]),
    ...section('Left where it is:', leftLines(left)),
    ...section('To know:', notes),
  ]
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map(line => `  ${line}`)]

const lossLine = ({ kind, oldId, reason }: LossRow) =>
  `${kind}${oldId === null ? '' : ` ${oldId}`}: ${reason}`

/** Kinds of data by reason, with the number of rows: options and keys are many. */
function leftLines(left: readonly LeftBehind[]): string[] {
  const byWhy = new Map<string, { rows: number; names: string[] }>()
  for (const { what, name, rows, why } of left) {
    const group = byWhy.get(`${what} ${why}`) ?? { rows: 0, names: [] }
    byWhy.set(`${what} ${why}`, { rows: group.rows + rows, names: [...group.names, name] })
  }
  return [...byWhy].map(([key, { rows, names }]) => {
    const [what = '', ...why] = key.split(' ')
    const shown = names.slice(0, 4).join(', ')
    const more = names.length > 4 ? ` and ${names.length - 4} more` : ''
    return `${rows} of ${what} ${shown}${more}: ${why.join(' ')}`
  })
}
