import { type ChildProcess, spawn } from 'node:child_process'
import net from 'node:net'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const startMilliseconds = 60_000

export const adminPassword = 'correct-horse-battery-staple'
export const adminAuthorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`

export type ServerProcess = {
  base: string
  child: ChildProcess
  output(): string
  /** Resolves when the process has printed this; fails when it ends without printing it. */
  said(words: string): Promise<void>
  /** Ends the process with a signal and waits until it is gone. */
  kill(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * Starts the built server on a free port and waits for its first line. `folder` is the program's folder, by default
 * the one of this build; `command` is the command within it.
 */
export async function startServer(
  environment: Record<string, string>,
  folder = root,
  command = 'bin/marquee.js',
): Promise<ServerProcess> {
  const settings = {
    PORT: String(await freePort()),
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    ...environment,
  }
  const running = launch(['serve'], settings, folder, command)
  const { child, output } = running
  const base = await new Promise<string>((resolve, reject) => {
    const deadline = setTimeout(
      () => reject(new Error(`No answer:\n${output()}`)),
      startMilliseconds,
    )
    const look = () => {
      const address = /answers at (http:\S+)/.exec(output())?.[1]
      if (address === undefined) return
      clearTimeout(deadline)
      resolve(address)
    }
    child.stdout?.on('data', look)
    child.once('close', code => {
      clearTimeout(deadline)
      reject(new Error(`Ended with ${code}:\n${output()}`))
    })
  })
  return { base, ...running }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

/** Runs a command of the built package to its end. */
export async function runCommand(args: string[], environment: Record<string, string>) {
  const { exited, output } = launch(args, environment)
  return { code: await exited, output: output() }
}

function launch(
  args: string[],
  environment: Record<string, string>,
  folder = root,
  command = 'bin/marquee.js',
) {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      ADMIN_APPLICATION_PASSWORD: adminPassword,
      ...environment,
    },
  })
  let text = ''
  child.stdout.on('data', chunk => {
    text += chunk
  })
  child.stderr.on('data', chunk => {
    text += chunk
  })
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  return {
    child,
    exited,
    output: () => text,
    said: (words: string) =>
      new Promise<void>((resolve, reject) => {
        child.once('close', () => reject(new Error(`It never said "${words}":\n${text}`)))
        const look = () => {
          if (text.includes(words)) resolve()
        }
        child.stdout.on('data', look)
        look()
      }),
    kill: (signal: NodeJS.Signals = 'SIGKILL') => {
      child.kill(signal)
      return exited
    },
  }
}
