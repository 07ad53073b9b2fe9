/** Requests that wait for facts after a position. */
export function createWaiters() {
  const waiting = new Set<{ position: number; done: () => void }>()
  let isReleased = false
  return {
    wait: (position: number, ms: number) =>
      new Promise<boolean>(resolve => {
        if (isReleased) return resolve(false)
        const one = {
          position,
          done: () => {
            clearTimeout(timer)
            waiting.delete(one)
            resolve(!isReleased)
          },
        }
        const timer = setTimeout(one.done, ms)
        waiting.add(one)
      }),
    tell: (last: number) => {
      for (const one of waiting) if (last > one.position) one.done()
    },
    release: () => {
      isReleased = true
      for (const one of waiting) one.done()
    },
  }
}
