import type { Config } from '../../../config/config.ts'
import type { Budgets } from '../../budgets/budgets.ts'
import type { OpenDatabase } from '../../db/database.ts'
import { createListLimit } from './list-limit.ts'

/** The limit on lists that the settings ask for. */
export function listLimit(
  { budgets, config }: { budgets: Budgets; config: Config },
  lists: OpenDatabase['lists'],
) {
  const secondsPerMinute = config.rateLimit === 0 ? 0 : config.listSecondsPerAddress
  return createListLimit({ budgets, lists, secondsPerMinute })
}

const connectionsInAll = 20_000

/** Connections from a proxy do not tell the clients' addresses, so only their total is limited. */
export function connectionLimits({ connectionsPerAddress, rateLimit, trustProxy }: Config) {
  const counts = rateLimit > 0 && trustProxy === 0
  return { perNetwork: counts ? connectionsPerAddress : 0, inAll: connectionsInAll }
}
