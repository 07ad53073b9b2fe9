import os from 'node:os'
import type { Running } from './serve.ts'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
type Signal = (typeof signals)[number]
/** Ctrl-C reaches a process under npm twice, from the terminal and from npm; a person does not press it again this soon. */
const sameKeystrokeMs = 500

/**
 * Starts the service and resolves when it has stopped, which the first signal begins. No later signal ends the process
 * before what was accepted is finished: whoever sends SIGTERM twice means it once. A second Ctrl-C ends the wait of
 * `STOP_DELAY`.
 */
export async function runUntilStopped(start: () => Promise<Running>): Promise<void> {
  // As the first process of a container it would not hear a signal at all without a handler.
  let heed = (signal: Signal): void => process.exit(128 + os.constants.signals[signal])
  for (const signal of signals) process.on(signal, () => heed(signal))
  const running = await start()
  await new Promise<void>(resolve => {
    heed = () => {
      const askedAt = performance.now()
      heed = signal => {
        if (signal === 'SIGINT' && performance.now() - askedAt > sameKeystrokeMs) running.hurry()
      }
      console.log('Stopping: finishing what was accepted.')
      void running.stop().then(resolve, resolve)
    }
    // Only now: who reads it may send a signal at once, and before its handler was there that would be the end.
    running.announce()
  })
}
