import os from 'node:os'
import type { RunningService } from './serve.ts'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
type Signal = (typeof signals)[number]
/**
 * Under npm one Ctrl-C reaches the process twice, from the terminal and from npm. No person presses twice
 * this fast.
 */
const sameKeystrokeMs = 500

/**
 * Starts the service; the first signal begins to stop it. Resolves when it has stopped. Later signals never
 * cut off accepted requests: a supervisor may send SIGTERM twice. A second Ctrl-C skips the wait of
 * `STOP_DELAY`.
 */
export async function runUntilStopped(start: () => Promise<RunningService>): Promise<void> {
  // As the first process of a container it receives no signal without a handler.
  let heed = (signal: Signal): void => process.exit(128 + os.constants.signals[signal])
  for (const signal of signals) process.on(signal, () => heed(signal))
  const running = await start()
  await new Promise<void>(resolve => {
    heed = () => {
      const askedAt = performance.now()
      heed = signal => {
        if (signal === 'SIGINT' && performance.now() - askedAt > sameKeystrokeMs) running.hurry()
      }
      console.log('Stopping: finishing accepted requests.')
      void running.stop().then(resolve, resolve)
    }
    // The ready line is printed last: a reader may send a signal at once, and without its handler that would
    // kill the process.
    running.announce()
  })
}
