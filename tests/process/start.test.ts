import { mkdtempSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hasOnce, onPostgres } from '../support/database.ts'
import { makeInstallation } from '../support/installation.ts'
import { runCommand, startServer } from '../support/server-process.ts'

const traceLine = /\n\s+at /

test.runIf(hasOnce)('every invalid setting is named, and the process exits with 2', async () => {
  const { code, output } = await runCommand(['serve'], {
    PORT: 'many',
    SITE_TIMEZONE: 'Mars/Olympus',
    DATABASE_URL: 'mysql://x',
    LOG_LEVEL: 'loud',
  })
  expect(code).toBe(2)
  for (const name of ['PORT', 'SITE_TIMEZONE', 'DATABASE_URL', 'LOG_LEVEL']) {
    expect(output).toContain(name)
  }
  expect(output).not.toMatch(traceLine)
})

test.runIf(hasOnce)(
  'an unreachable database is one sentence and a failing exit status',
  async () => {
    const { code, output } = await runCommand(['serve'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    expect(code).toBe(1)
    expect(output).toContain('PostgreSQL')
    expect(output).not.toMatch(traceLine)
  },
)

test.runIf(hasOnce)('an unknown command is refused with a hint', async () => {
  const { code, output } = await runCommand(['fly'], {})
  expect(code).toBe(2)
  expect(output).toContain('serve')
})

test.skipIf(onPostgres)(
  'a data folder that cannot be created is reported in one sentence',
  async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'marquee-test-')), 'a-file')
    writeFileSync(file, '')
    const { code, output } = await runCommand(['serve'], { DATA_DIR: path.join(file, 'data') })
    expect(code).toBe(1)
    expect(output).toContain(file)
    expect(output).not.toMatch(traceLine)
  },
)

test.runIf(hasOnce)('the shipped program answers a visitor who sends cookies', async () => {
  const installation = await makeInstallation()
  const server = await startServer(installation.environment)
  const headers = { cookie: 'theme=dark; marquee-lang=de' }
  const page = await fetch(`${server.base}/events/`, { headers })
  expect([page.status, page.headers.get('content-language')]).toEqual([200, 'de'])
  expect((await fetch(`${server.base}/svc/tickets/v1/cart`, { headers })).status).toBe(200)
  await server.kill()
  await installation.remove()
})

test.skipIf(onPostgres)('a second process on the same folder exits with one sentence', async () => {
  const installation = await makeInstallation()
  const first = await startServer(installation.environment)
  const second = await runCommand(['serve'], { PORT: '0', ...installation.environment })
  expect(second.code).toBe(1)
  expect(second.output).toContain('in use')
  expect(second.output).not.toMatch(traceLine)
  expect((await fetch(`${first.base}/readyz`)).status).toBe(200)
  await first.kill()
  await installation.remove()
})

test.runIf(hasOnce)('a stop finishes accepted requests, and a restart is ready again', async () => {
  const installation = await makeInstallation()
  const first = await startServer(installation.environment)
  const asked = Promise.allSettled(
    Array.from({ length: 20 }, () => fetch(`${first.base}/svc/events/v1/events`)),
  )
  expect(await first.kill('SIGTERM')).toBe(0)
  const answers = (await asked).flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const second = await startServer(installation.environment)
  expect((await fetch(`${second.base}/readyz`)).status).toBe(200)
  await second.kill()
  await installation.remove()
})

test.runIf(hasOnce)('a stop does not wait for idle connections of clients', async () => {
  const installation = await makeInstallation()
  const server = await startServer(installation.environment)
  const { hostname, port } = new URL(server.base)
  const silent = net.connect(Number(port), hostname)
  await new Promise(resolve => silent.once('connect', resolve))
  const answered: number[] = []
  const reader = async () => {
    for (;;) {
      const answer = await fetch(`${server.base}/svc/events/v1/events`).catch(() => undefined)
      if (answer === undefined) return
      answered.push(answer.status)
      await answer.arrayBuffer().catch(() => undefined)
    }
  }
  const readers = Array.from({ length: 20 }, reader)
  await fetch(`${server.base}/readyz`)
  const asked = Date.now()
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(Date.now() - asked).toBeLessThan(15_000)
  await Promise.all(readers)
  expect(answered.filter(status => status !== 200)).toEqual([])
  silent.destroy()
  await installation.remove()
})

test.runIf(hasOnce)(
  'behind a proxy a stop is announced first, and requests are accepted until the delay is over',
  async () => {
    const installation = await makeInstallation()
    const server = await startServer({ ...installation.environment, STOP_DELAY: '3' })
    const gone = server.kill('SIGTERM')
    const asked = performance.now()
    await server.said('Stopping')
    const ready = await fetch(`${server.base}/readyz`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
    expect(ready.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await ready.json()).toMatchObject({ code: 'rest_unavailable', data: { status: 503 } })
    const still = await fetch(`${server.base}/svc/events/v1/events`)
    expect([still.status, still.headers.get('connection')]).toEqual([200, 'close'])
    expect(await gone).toBe(0)
    expect(performance.now() - asked).toBeGreaterThan(3000)
    await installation.remove()
  },
)
