import { type ChildProcess, spawn } from 'node:child_process'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasOnce, onPostgres } from '../support/database.ts'
import { makeInstallation } from '../support/installation.ts'
import { adminPassword, freePort, runCommand, startServer } from '../support/server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const body = JSON.stringify({
  title: 'Last orders',
  start_date: '2031-06-01 19:00:00',
  end_date: '2031-06-01 23:00:00',
})

/** A write whose head the server has received. `finish` sends the body and resolves with the status. */
async function halfAWrite(base: string) {
  const request = http.request(`${base}/svc/events/v1/events`, {
    method: 'POST',
    auth: `admin:${adminPassword}`,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // The server sends 100 Continue, so the request is under way.
      expect: '100-continue',
    },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    request.once('response', response => {
      response.resume()
      resolve(response.statusCode)
    })
    request.once('error', reject)
  })
  answered.catch(() => {})
  await new Promise(resolve => {
    request.once('continue', resolve)
    request.flushHeaders()
  })
  return async () => {
    request.end(body)
    return answered
  }
}

const isTaken = (base: string) =>
  new Promise<boolean>(resolve => {
    const socket = net.connect(Number(new URL(base).port), '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

test.runIf(hasOnce).each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s finishes accepted requests, also when it comes twice',
  async signal => {
    const installation = await makeInstallation()
    onTestFinished(installation.remove)
    const server = await startServer(installation.environment)
    const finish = await halfAWrite(server.base)
    const gone = server.kill(signal)
    await server.said('Stopping')
    server.child.kill(signal)
    await expect.poll(() => isTaken(server.base), { timeout: 20_000 }).toBe(false)
    server.child.kill(signal)
    expect(await finish()).toBe(201)
    expect(await gone).toBe(0)
  },
)

test.runIf(hasOnce)(
  'a second Ctrl-C ends the wait for the proxy, and accepted requests are still finished',
  async () => {
    const installation = await makeInstallation()
    onTestFinished(installation.remove)
    const server = await startServer({ ...installation.environment, STOP_DELAY: '300' })
    const finish = await halfAWrite(server.base)
    const gone = server.kill('SIGINT')
    await server.said('Stopping')
    // Pressed until it counts: one key press may arrive twice.
    await expect
      .poll(
        async () => {
          server.child.kill('SIGINT')
          return isTaken(server.base)
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBe(false)
    expect(await finish()).toBe(201)
    expect(await gone).toBe(0)
  },
)

/** `npm start` in a process group of its own, as a container or a supervisor runs it. */
async function npmStart(environment: Record<string, string>) {
  const child: ChildProcess = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      ADMIN_APPLICATION_PASSWORD: adminPassword,
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      PORT: String(await freePort()),
      ...environment,
    },
  })
  onTestFinished(() => {
    // Kills what is left of the group.
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {}
  })
  let text = ''
  child.stdout?.on('data', chunk => {
    text += chunk
  })
  child.stderr?.on('data', chunk => {
    text += chunk
  })
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  await expect.poll(() => text, { timeout: 60_000 }).toContain('answers at')
  const base = /answers at (http:\S+)/.exec(text)?.[1] ?? ''
  return { child, base, exited, output: () => text }
}

test.skipIf(onPostgres)(
  'npm start passes a signal on, waits for the service, and leaves no process behind',
  async () => {
    const installation = await makeInstallation()
    onTestFinished(installation.remove)
    const { child, base, exited, output } = await npmStart(installation.environment)
    const finish = await halfAWrite(base)
    child.kill('SIGTERM')
    await expect.poll(output).toContain('Stopping')
    child.kill('SIGTERM')
    expect(await finish()).toBe(201)
    expect(await exited).toBe(0)
    expect(await isTaken(base)).toBe(false)
    // The folder is unlocked at once: the next command opens it.
    const { code, output: said } = await runCommand(['audit'], installation.environment)
    expect([code, said]).toEqual([0, expect.stringContaining('in order')])
  },
)
