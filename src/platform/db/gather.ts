/** Returns the value loaded for one key; undefined when there is none. */
export type Gathered<K, V> = (key: K) => Promise<V | undefined>

const togetherMax = 256

/**
 * Loads the keys of many simultaneous requests with one query. The first request starts a query at once; requests
 * that arrive while it runs share the next one. So a lone request does not wait, and a crowd forms groups by itself.
 * Every value is read after its request. A failing query fails the requests that share it.
 */
export function gather<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): Gathered<K, V> {
  type Question = { key: K; resolve(value: V | undefined): void; reject(error: unknown): void }
  const waiting: Question[] = []
  let running = false

  async function answer(questions: readonly Question[]) {
    try {
      const answers = await load([...new Set(questions.map(({ key }) => key))])
      for (const { key, resolve } of questions) resolve(answers.get(key))
    } catch (error) {
      for (const { reject } of questions) reject(error)
    }
  }

  async function run() {
    running = true
    // Keys that one request asks for side by side share the first query.
    await Promise.resolve()
    while (waiting.length > 0) await answer(waiting.splice(0, togetherMax))
    running = false
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!running) void run()
    })
}
