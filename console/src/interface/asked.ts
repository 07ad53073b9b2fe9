/** What only the person can give before a request goes on: the sign-in again, or the password once more. */
export type Asking = { for: 'sign-in' | 'password'; done: (given: boolean) => void }

let waiting: Asking | undefined
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`: what the person is asked at the moment. */
export const asked = {
  now: () => waiting,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

let running: Promise<boolean> | undefined

/** Asks the person; requests that fail for the same reason meanwhile wait for the one answer. False: they gave up. */
export function ask(what: Asking['for']): Promise<boolean> {
  running ??= new Promise<boolean>(resolve => {
    waiting = { for: what, done: resolve }
    tell()
  }).finally(() => {
    waiting = undefined
    running = undefined
    tell()
  })
  return running
}
