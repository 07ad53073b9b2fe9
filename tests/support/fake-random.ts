import { createHash } from 'node:crypto'

/** Numbers from 0 to below 1 that depend on the seed alone. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The items in an order that depends on the seed alone. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const draw = randomFrom(seed)
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(draw() * (last + 1))
    const [a, b] = [mixed[last] as T, mixed[other] as T]
    mixed[last] = b
    mixed[other] = a
  }
  return mixed
}

/** Ids like a provider's: all different, and the same in every run. */
export function idMaker(seed: string) {
  let made = 0
  return (prefix: string, length: number): string => {
    made += 1
    const digest = createHash('sha256').update(`${seed}.${made}`).digest('hex')
    return prefix + digest.slice(0, length)
  }
}
