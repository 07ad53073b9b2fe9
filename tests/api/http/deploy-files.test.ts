// Database: in the short run the embedded one alone.
import { readFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { options, readConfig } from '../../../src/config/config.ts'
import { connectionTo } from '../../../src/platform/db/connection-to.ts'
import { composed } from '../../support/compose.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const deploy = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../../deploy', file), 'utf8')

test('every metric that an alert rule watches is exported', async () => {
  const { text } = await app.call('GET', '/metrics', { headers: { host: 'localhost' } })
  const watched = new Set(deploy('alerts.yml').match(/marquee_[a-z0-9_]+/g))
  expect(watched.size).toBeGreaterThan(5)
  for (const name of watched) {
    const family = name.replace(/_(?:count|bucket|sum)$/, '')
    expect([name, text]).toEqual([name, expect.stringContaining(`# TYPE ${family} `)])
  }
})

test('every setting in the deployment files exists', () => {
  const known = new Set(Object.values(options).map(({ env }): string => env))
  const made = [
    ...deploy('Dockerfile').matchAll(/(?:^ENV | )([A-Z][A-Z_]+)=/gm),
    ...deploy('marquee.service').matchAll(/^Environment=([A-Z_]+)=/gm),
  ].map(([, name = '']) => name)
  expect(made.length).toBeGreaterThan(2)
  expect(made.filter(name => !known.has(name))).toEqual([])
})

const askForPassword = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])

/** A server that asks whoever connects for a password, and says which one it was sent. */
async function passwordServer() {
  const sent: string[] = []
  const server = net.createServer(socket => {
    socket.once('data', () => {
      socket.write(askForPassword)
      socket.once('data', message => {
        sent.push(message.subarray(5, -1).toString())
        socket.destroy()
      })
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { sent, port: (server.address() as AddressInfo).port }
}

describe('compose.yaml', () => {
  const hard = "p@ss/w:o?r#d % '$1 ü"
  const dotEnv = { POSTGRES_PASSWORD: hard, ADMIN_APPLICATION_PASSWORD: 'x'.repeat(24) }
  const of = (settings: Record<string, string>) =>
    composed(deploy('compose.yaml'), { ...dotEnv, ...settings })
  const environmentOf = (settings: Record<string, string>) =>
    of(settings)['marquee']?.environment ?? {}

  test('passes every setting of .env to the service', () => {
    const given = Object.fromEntries(Object.values(options).map(({ env }) => [env, `own ${env}`]))
    const inside = { HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' }
    expect(environmentOf(given)).toMatchObject({ ...given, ...inside })
    expect(Object.keys(given).length).toBeGreaterThan(50)
  })

  test('starts with the two passwords alone, and says which of them is missing', () => {
    const read = readConfig(environmentOf({}))
    expect(read).toMatchObject({ config: { port: 3000, publicUrl: 'http://127.0.0.1:3000' } })
    const elsewhere = of({ PORT: '8080' })['marquee']
    expect(elsewhere?.ports).toEqual(['127.0.0.1:8080:3000'])
    expect(elsewhere?.environment).toMatchObject({ PUBLIC_URL: 'http://127.0.0.1:8080' })
    for (const name of Object.keys(dotEnv)) {
      expect(() => of({ [name]: '' })).toThrow(name)
    }
  })

  test('sends PostgreSQL a password of any characters as it is', async () => {
    const { marquee, database } = of({})
    expect(database?.environment?.['POSTGRES_PASSWORD']).toBe(hard)
    const { DATABASE_URL = '', PGPASSWORD = '' } = marquee?.environment ?? {}
    const { sent, port } = await passwordServer()
    vi.stubEnv('PGPASSWORD', PGPASSWORD)
    onTestFinished(() => void vi.unstubAllEnvs())
    const address = DATABASE_URL.replace('@database/', `@127.0.0.1:${port}/`)
    const client = new Client(connectionTo(address, 'test'))
    client.on('error', () => {})
    await expect(client.connect()).rejects.toThrow()
    expect(sent).toEqual([hard])
  })
})
