/**
 * Does the work once for each of these objects. A route's check, its access rule and its handler get the same
 * `params`, `query` and `body`, and ask for the same records.
 */
export function oncePer<K extends object, A extends unknown[], T>(
  work: (key: K, ...others: A) => Promise<T>,
): (key: K, ...others: A) => Promise<T> {
  const done = new WeakMap<K, Promise<T>>()
  return (key, ...others) => {
    const known = done.get(key) ?? work(key, ...others)
    done.set(key, known)
    return known
  }
}
