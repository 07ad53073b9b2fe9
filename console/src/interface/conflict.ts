import { MarqueeError } from '@marquee-events/client'

/** A change that was refused because somebody else changed the record meanwhile. */
export type Conflict = {
  /** The record as it is now, in the interface's shape; undefined where one may not read it. */
  readonly current: unknown
  /** The version to change from now on. */
  readonly version: string | undefined
  /** Who it was; empty where nobody can be named. */
  readonly by: string
  /** When, ISO 8601 in UTC; null where it is not known. */
  readonly at: string | null
}

export function conflictIn(error: unknown): Conflict | undefined {
  if (!(error instanceof MarqueeError) || error.status !== 412) return undefined
  const data = error.data as Record<string, unknown>
  const { current, etag, changed_by: by, changed_at: at } = data
  return {
    current,
    version: typeof etag === 'string' ? etag : undefined,
    by: nameIn(by),
    at: typeof at === 'string' ? at : null,
  }
}

function nameIn(by: unknown): string {
  if (typeof by === 'string') return by
  if (typeof by !== 'object' || by === null) return ''
  const { display_name, login, name } = by as Record<string, unknown>
  return [display_name, login, name].find(one => typeof one === 'string' && one !== '') as string
}
