import { onTestFinished } from 'vitest'
import { type ServerProcess, startServer } from '../support/server-process.ts'

/** The built server, which does not outlive the test however that ends. */
export async function startMarquee(
  environment: Record<string, string>,
  folder?: string,
): Promise<ServerProcess> {
  const server = await startServer(environment, folder)
  onTestFinished(async () => void (await server.kill('SIGKILL')))
  return server
}

/** Something that is closed when the test has finished. */
export function closedAfter<T extends { close(): Promise<void> }>(it: T): T {
  onTestFinished(() => it.close())
  return it
}
