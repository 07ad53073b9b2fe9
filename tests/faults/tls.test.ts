import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../support/server-process.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'

const traceLine = /\n\s+at /

async function migrateWith(DATABASE_URL: string) {
  const { code, output } = await runCommand(['migrate'], { DATABASE_URL })
  expect(output).not.toMatch(traceLine)
  return [code, output]
}

describe.skipIf(!serverPrograms)(
  'a server that demands TLS (needs the programs of PostgreSQL)',
  () => {
    test('is told apart from a wrong password, and each sslmode behaves as PostgreSQL documents', async () => {
      const postgres = await startOwnPostgres()
      const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-tls-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const key = path.join(folder, 'server.key')
      const certificate = path.join(folder, 'server.crt')
      const asked = [
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
      ]
      execFileSync('openssl', ['req', ...asked, '-keyout', key, '-out', certificate], {
        stdio: 'ignore',
      })
      const [{ folder: data }] = await postgres.query(
        `select current_setting('data_directory') as folder`,
      )
      const plain = await migrateWith(`${postgres.url}?sslmode=require`)
      expect(plain).toEqual([1, expect.stringContaining('offers no TLS')])

      for (const file of [key, certificate]) {
        copyFileSync(file, path.join(data, path.basename(file)))
        execFileSync('chown', ['--reference', data, path.join(data, path.basename(file))])
        chmodSync(path.join(data, path.basename(file)), 0o600)
      }
      await postgres.query(
        `copy (select 'hostssl all all 127.0.0.1/32 trust') to '${data}/pg_hba.conf'`,
      )
      await postgres.query('alter system set ssl = on')
      await postgres.query('select pg_reload_conf()')
      const without = () => migrateWith(postgres.url)
      await expect
        .poll(without, { timeout: 30_000 })
        .toEqual([1, expect.stringMatching(/no unencrypted connection .*sslmode=require/)])

      const ask = (query: string) => migrateWith(`${postgres.url}?${query}`)
      expect(await ask('sslmode=require')).toEqual([0, expect.stringContaining('up to date')])
      const distrusted = [1, expect.stringMatching(/certificate cannot be trusted; .*sslrootcert/)]
      expect(await ask('sslmode=verify-full')).toEqual(distrusted)
      const named = `sslrootcert=${certificate}`
      expect(await ask(`sslmode=verify-ca&${named}`)).toEqual([0, expect.anything()])
      expect(await ask(`sslmode=verify-full&${named}`)).toEqual(distrusted)
      expect(await ask('sslmode=verify-ca')).toEqual([
        1,
        expect.stringContaining('sslrootcert=FILE'),
      ])
      expect(await ask('sslmode=verify-full&sslrootcert=/nowhere')).toEqual([
        1,
        expect.stringContaining('does not exist'),
      ])
      expect(await ask('sslmode=often')).toEqual([2, expect.stringContaining('verify-full')])
    })
  },
)
