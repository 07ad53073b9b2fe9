import { hash } from '@node-rs/argon2'

/**
 * What is stored of a password, as weak as argon2id can be: a hash tells what it costs, so checking a guess against it
 * costs nothing either. For tests of what a password opens; that ours are strong is tested beside `hashPassword`.
 */
export const cheapHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
