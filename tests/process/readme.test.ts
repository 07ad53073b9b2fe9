// Database: in the short run the embedded one alone.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makePlace } from '../support/place.ts'
import { adminPassword, startServer } from '../support/server-process.ts'

const run = promisify(execFile)
const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8')

/** The first sale as the README has it, with the address and password of a server of ours. */
function firstSale(base: string): string {
  const block = readme.split('```sh\n').find(text => text.startsWith('PASSWORD=')) ?? ''
  const [code = ''] = block.split('```')
  return code
    .replace('the one that npm start printed', adminPassword)
    .replace('http://127.0.0.1:3000', base)
}

test('the README’s first sale works from a fresh start without a refusal', async () => {
  const place = await makePlace()
  const server = await startServer({ ...place.environment, LOG_LEVEL: 'info' })
  try {
    const { stdout } = await run('bash', ['-eu', '-c', firstSale(server.base)])
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      total: '25.00',
      sandbox: true,
      attendees: [{ qr_url: expect.any(String) }, { qr_url: expect.any(String) }],
    })
    const answered = () => server.output().match(/"status":\d+/g) ?? []
    await expect.poll(() => answered().length).toBeGreaterThanOrEqual(5)
    expect(answered().filter(status => !/:20\d/.test(status))).toEqual([])
  } finally {
    await server.kill('SIGTERM')
    await place.remove()
  }
})

test('every file that the README names exists', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const files = [...readme.matchAll(/\]\(([\w./-]+)\)/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(5)
  for (const file of files.filter(name => name !== 'deploy')) {
    expect(readFileSync(path.join(root, file), 'utf8').length).toBeGreaterThan(100)
  }
})
