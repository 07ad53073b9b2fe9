import type { AuditEntries } from '@marquee-events/client'
import { decimalOf } from '../../pieces/money-text.ts'
import { instantWords, moneyWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'

export type Entry = AuditEntries['entries'][number]

const doers = {
  user: 'Account',
  scanner: 'Scanner key',
  provider: 'Payment provider',
  job: 'Job',
  command: 'Command',
  device: 'Phone at the door',
}

export function whoWords({ actor }: Entry): string {
  if (actor.login !== null) return actor.login
  return actor.id === null
    ? `${doers[actor.type]} ${actor.name}`
    : `${doers[actor.type]} ${actor.id}`
}

const deeds = { created: 'made', changed: 'changed', deleted: 'deleted' }

export function whatWords({ action, record }: Entry): string {
  const what = record.type.replaceAll('_', ' ')
  const part = record.part === null ? '' : `, its ${record.part.replaceAll('_', ' ')}`
  return `${deeds[action]} ${what}${record.id === null ? '' : ` ${record.id}`}${part}`
}

/** What the entry says by itself: which record it is, and when it was made. */
const told = new Set(['id', 'created_at', 'created_by', 'updated_at'])

type Difference = { name: string; before: string; after: string }

/** What became different, member by member; of what was made or deleted, its values. */
export function differencesOf({ before, after }: Entry): Difference[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .filter(name => !told.has(name))
    .map(name => ({
      name: name.replace(/_minor$/, '').replaceAll('_', ' '),
      before: shownOf(name, before?.[name]),
      after: shownOf(name, after?.[name]),
    }))
    .filter(one => one.before !== one.after)
}

function shownOf(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (name.endsWith('_minor')) return moneyWords(decimalOf(Number(value), site.exponent))
  if (typeof value !== 'string') return JSON.stringify(value)
  return isInstant(value) ? instantWords(value) : value
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)
