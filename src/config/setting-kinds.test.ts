import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

function read(environment: Record<string, string>) {
  const found = readConfig(environment)
  return 'problems' in found ? found.problems : found.config
}

test.each([
  ['https://shop.example.org/', ['https://shop.example.org']],
  ['HTTPS://Shop.Example.org:443', ['https://shop.example.org']],
  ['https://a.example, http://localhost:5173', ['https://a.example', 'http://localhost:5173']],
  ['capacitor://localhost', ['capacitor://localhost']],
])('the origins %s are compared as browsers send them', (given, corsOrigins) => {
  expect(read({ CORS_ORIGINS: given })).toMatchObject({ corsOrigins })
})

test.each([
  '*',
  'https://*.example.org',
  'shop.example.org',
  'https://shop.example.org/tickets',
  'null',
])('%s is refused as an origin, because no browser sends it', given => {
  expect(read({ CORS_ORIGINS: `https://a.example,${given}` })).toEqual([
    'CORS_ORIGINS must be origins such as https://shop.example.org, separated by commas.',
  ])
})
