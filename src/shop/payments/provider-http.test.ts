import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { askProvider, ProviderSilent } from './provider-http.ts'

const asked: (() => void)[] = []
const server = createServer((request, response) => {
  const { url = '' } = request
  if (url === '/long') response.end('x'.repeat(2000))
  if (url === '/cut') {
    response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy())
  }
  if (url === '/held') asked.push(() => response.end(url))
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (path: string, timeoutMs = 20_000) =>
  askProvider({ method: 'GET', url: `http://127.0.0.1:${port}${path}`, timeoutMs, mostBytes: 1000 })

test('a provider has at most 512 calls at once, and further calls wait in order', async () => {
  const calls = Array.from({ length: 600 }, () => ask('/held'))
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(512)
  for (const answer of asked.splice(0)) answer()
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(600 - 512)
  for (const answer of asked.splice(0)) answer()
  const answers = await Promise.all(calls)
  expect(answers.map(({ status, text }) => [status, text])).toEqual(calls.map(() => [200, '/held']))
})

test.each([
  ['an answer that does not come', '/never', 'timeout'],
  ['an answer that is too long', '/long', 'network'],
  ['an answer that breaks off', '/cut', 'network'],
])('%s counts as a silent provider', async (_, path, code) => {
  const error: unknown = await ask(path, code === 'timeout' ? 50 : 20_000).catch(
    (failed: unknown) => failed,
  )
  expect(error).toBeInstanceOf(ProviderSilent)
  expect(error).toMatchObject({ code })
})
