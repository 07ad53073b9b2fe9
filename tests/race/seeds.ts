/** Random seeds: a few normally, a thousand in `npm run test:long`. The name of a failing test has its seed. */
export function seeds(count: number): number[] {
  const first = Number(process.env['SEED'] ?? 1)
  const long = process.env['LONG'] !== undefined
  return Array.from({ length: long ? 1000 : count }, (_, at) => first + at)
}

/** A repeatable source of whole numbers from 0 to below `below` (mulberry32). */
export function pseudoRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
