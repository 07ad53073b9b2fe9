import type { Deps } from '../deps.ts'
import { partiesOf, type Party } from './rules.ts'
import { placesForDoorList } from './store.ts'

/** Everybody who may come to an event, by order, for paper and for the screen on which its ticks are typed in. */
export const readDoorList = async ({ db }: Pick<Deps, 'db'>, eventId: number): Promise<Party[]> =>
  partiesOf(await placesForDoorList(db, eventId))
