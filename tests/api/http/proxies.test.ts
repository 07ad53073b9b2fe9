// Database: in the short run the embedded one alone.
import { expect, test } from 'vitest'
import { createLog } from '../../../src/platform/log.ts'
import { atEnd } from '../../support/at-end.ts'
import { openTestDatabase } from '../../support/database.ts'
import { openApp } from '../../support/start-app.ts'

/** The warnings of a service that is asked with these headers, one request after the other. */
async function warningsOf(TRUST_PROXY: string, requests: readonly Record<string, string>[]) {
  const lines: string[] = []
  const log = createLog('warn', { write: line => void lines.push(line) })
  const app = await openApp(await openTestDatabase(), { TRUST_PROXY }, { log })
  atEnd(app.close)
  lines.length = 0
  for (const headers of requests) await app.call('GET', '/events/', { headers })
  return lines.map(line => (JSON.parse(line) as { msg: string }).msg)
}

const through = (addresses: string) => ({ 'x-forwarded-for': addresses })

test('a visitor’s address that is not trusted is warned of once', async () => {
  const said = await warningsOf('off', [{}, through('192.0.2.1'), through('192.0.2.2')])
  expect(said).toEqual([expect.stringContaining('TRUST_PROXY is off')])
  expect(await warningsOf('off', [{ forwarded: 'for=192.0.2.1' }])).toHaveLength(1)
  expect(await warningsOf('off', [{ 'x-real-ip': '192.0.2.1' }])).toHaveLength(1)
})

test('fewer proxies than are trusted are warned of once', async () => {
  const said = await warningsOf('2', [{}, through('192.0.2.1'), through('192.0.2.1')])
  expect(said).toEqual([expect.stringContaining('through 1 of the 2 proxies')])
  const without = await warningsOf('1', [{ forwarded: 'for=192.0.2.1' }])
  expect(without).toEqual([expect.stringContaining('sends no X-Forwarded-For')])
})

test('a setting that fits the proxies is not warned of', async () => {
  expect(
    await warningsOf('1', [{}, through('192.0.2.1'), through('198.51.100.7, 192.0.2.1')]),
  ).toEqual([])
  expect(await warningsOf('2', [{}, through('192.0.2.1, 10.0.0.2')])).toEqual([])
})
