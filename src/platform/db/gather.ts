/** Returns what was loaded for one key; undefined when nothing was. */
export type Gathered<K, V> = (key: K) => Promise<V | undefined>

const togetherMax = 256

/**
 * Loads what many requests ask for at the same time with one query instead of one each. The first to ask starts at
 * once; a question that comes while its query runs waits for the next one, so a lone request pays nothing and a crowd forms
 * groups by itself. Every answer was read after its question. A failing query fails those that it was for.
 */
export function gather<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): Gathered<K, V> {
  type Question = { key: K; resolve(value: V | undefined): void; reject(error: unknown): void }
  const waiting: Question[] = []
  let running = false

  async function answer(asked: readonly Question[]) {
    try {
      const found = await load([...new Set(asked.map(({ key }) => key))])
      for (const { key, resolve } of asked) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  async function run() {
    running = true
    while (waiting.length > 0) await answer(waiting.splice(0, togetherMax))
    running = false
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!running) void run()
    })
}
