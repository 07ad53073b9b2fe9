import { onTestFinished } from 'vitest'
import { type ServerProcess, startServer } from '../support/server-process.ts'

/** Starts the built server and ends it when the test has finished, whatever the result. */
export async function startMarquee(
  environment: Record<string, string>,
  folder?: string,
): Promise<ServerProcess> {
  const server = await startServer(environment, folder)
  onTestFinished(async () => void (await server.kill('SIGKILL')))
  return server
}

/** Closes something when the test has finished. */
export function closedAfter<T extends { close(): Promise<void> }>(it: T): T {
  onTestFinished(() => it.close())
  return it
}
