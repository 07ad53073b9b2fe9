import type { Caller } from '../../src/core/caller.ts'
import { type Role, roleCapabilities } from '../../src/core/capabilities.ts'

/** A signed-in caller for functions that tests call themselves. */
export const callerAs = (role: Role, userId = 1): Caller => ({
  kind: 'user',
  userId,
  role,
  capabilities: new Set(roleCapabilities[role]),
  held: [],
  seesOwn: true,
  credentialEndsAt: null,
  credential: 'test',
})
