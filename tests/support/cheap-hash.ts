import { hash } from '@node-rs/argon2'

/**
 * The hash of a password with argon2id's lowest cost, so that checking guesses is fast: a hash contains its
 * cost. For tests of what a password opens; the strength of ours is tested beside `hashPassword`.
 */
export const cheapHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
