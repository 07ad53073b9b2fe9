import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { options, readConfig } from '../src/config/config.ts'
import { errorTable } from '../src/core/error-table.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { OpenDatabase } from '../src/platform/db/database.ts'
import { openApiDocument } from '../src/platform/http/openapi.ts'
import { systemRandom } from '../src/platform/random.ts'
import { clientOperations, type Described } from './generate-client.ts'

const note = 'Made by `npm run generate`. Do not edit.'

/** File → content of everything under docs/ that is generated. */
export async function documents(database: OpenDatabase): Promise<Record<string, string>> {
  const openapi = await openApi(database)
  const described = JSON.parse(openapi) as Described
  return {
    'docs/openapi.json': openapi,
    'client/src/operations.ts': clientOperations(described, 'svc'),
    'docs/errors.md': errors(),
    'docs/configuration.md': configuration(),
  }
}

async function openApi(database: OpenDatabase): Promise<string> {
  const read = readConfig({ PUBLIC_URL: 'http://127.0.0.1:3000' })
  if ('problems' in read) throw new Error(read.problems.join(' '))
  const app = await createApp({
    database,
    config: read.config,
    log: pino({ level: 'silent' }),
    random: systemRandom,
    clock: systemClock,
  })
  const document = openApiDocument(
    app.routes,
    {
      title: 'Marquee',
      description: 'Events and tickets: the events, tickets and admin namespaces.',
      server: 'http://127.0.0.1:3000',
    },
    ({ namespace, path }) => `/${namespace}${path}`,
  )
  await app.close()
  return `${JSON.stringify(document, null, 1)}\n`
}

function errors(): string {
  const rows = Object.entries(errorTable)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, { status, message }]) => `| \`${code}\` | ${status} | ${message} |`)
  return [
    '# Errors',
    '',
    note,
    '',
    'Every failure is `{code, message, data: {status, …}}`. `rest_invalid_param` adds `data.params` and `data.details`,',
    '`rest_missing_callback_param` adds `data.params`. Match on `code`; texts may change.',
    '',
    '| code | status | text |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function configuration(): string {
  const rows = Object.values(options).map(({ env, doc, fallback }) => {
    const shown = Array.isArray(fallback) ? fallback.join(',') : String(fallback)
    const value = typeof fallback === 'boolean' ? (fallback ? 'on' : 'off') : shown
    return `| \`${env}\` | ${value === '' ? '' : `\`${value}\``} | ${doc} |`
  })
  return [
    '# Configuration',
    '',
    note,
    '',
    'Settings come from the environment. All are checked at start; every problem is printed and the process exits with 2.',
    '',
    '| variable | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
