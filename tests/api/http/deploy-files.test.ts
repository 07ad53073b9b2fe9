// Database: in the short run the embedded one alone.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { options } from '../../../src/config/config.ts'
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
  const compose = deploy('compose.yaml').split('database:\n')[0] ?? ''
  const made = [
    ...compose.matchAll(/^ {6}([A-Z][A-Z_]+):/gm),
    ...deploy('Dockerfile').matchAll(/(?:^ENV | )([A-Z][A-Z_]+)=/gm),
    ...deploy('marquee.service').matchAll(/^Environment=([A-Z_]+)=/gm),
  ].map(([, name = '']) => name)
  expect(made.length).toBeGreaterThan(5)
  expect(made.filter(name => !known.has(name))).toEqual([])
})
