import type { Caller } from '../../core/caller.ts'
import type { Right } from '../../core/rights.ts'
import type { Deps } from '../deps.ts'
import type { List } from './list.ts'
import { reachOfList, type Site } from './read-list.ts'

/** What reading a list takes of this installation. */
export const siteOf = ({ config, clock }: Pick<Deps, 'config' | 'clock'>): Site => ({
  zone: config.timezone,
  currency: config.currency,
  now: clock.now(),
})

/** What somebody needs for the whole site to share views of a list. */
export const accessRightOf = ({ shape }: List): Right => shape.right ?? 'events.write'

/** Who may call a list: whoever holds its right at some event. */
export const accessToList = ({ shape }: List) =>
  shape.right !== undefined
    ? { needs: shape.right }
    : {
        who: 'Callers with some right of staff, for the site or an event.',
        when: ({ caller }: { caller: Caller }) => {
          const reach = reachOfList(shape, caller)
          return reach === 'all' || reach.length > 0
        },
      }
