import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { options, readConfig } from '../src/config/config.ts'
import { type Option, Problem } from '../src/config/setting-kinds.ts'
import { type ErrorCode, errorTable } from '../src/core/error-table.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { OpenDatabase } from '../src/platform/db/database.ts'
import { systemRandom } from '../src/platform/random.ts'
import { wholeDocument } from '../src/web/docs/whole-document.ts'
import { addExamples, exampleBodies } from './add-examples.ts'
import { clientOperations, type Described } from './generate-client.ts'

const note = 'Made by `npm run generate`. Do not edit.'

/** File → content of everything under docs/ that is generated. */
export async function documents(database: OpenDatabase): Promise<Record<string, string>> {
  const openapi = await openApi(database)
  const described = JSON.parse(openapi) as Described
  return {
    'docs/openapi.json': openapi,
    'client/src/operations.ts': clientOperations(described, 'svc'),
    'src/web/docs/example-bodies.ts': exampleBodies(),
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
  const document = wholeDocument(app.routes, 'http://127.0.0.1:3000')
  await app.close()
  return `${JSON.stringify(addExamples(document), null, 1)}\n`
}

function errors(): string {
  const codes = (Object.keys(errorTable) as ErrorCode[]).toSorted()
  const rows = codes.map(code => {
    const { status, message, cause, cure } = errorTable[code]
    const what = message === '' ? cause : `${message}<br>${cause}`
    return `| <a id="${code}"></a>\`${code}\`<br>${status} | ${what} | ${cure} |`
  })
  return [
    '# Errors',
    '',
    note,
    '',
    'Every failure is `{code, message, data: {status, …}}`. `rest_invalid_param` adds `data.params` and `data.details`,',
    '`rest_missing_callback_param` adds `data.params`; refused scans say `{msg, error}`. Match on `code`; texts may change. Every answer',
    'has a `request-id`, under which the log has the request.',
    '',
    '| code and status | text and cause | what to do |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function configuration(): string {
  const rows = (Object.values(options) as Option<unknown>[]).map(option => {
    const { env, doc, fallback } = option
    const shown = Array.isArray(fallback) ? fallback.join(',') : String(fallback)
    const value = typeof fallback === 'boolean' ? (fallback ? 'on' : 'off') : shown
    const meaning = escaped(doc)
    const usual = value === '' ? '' : `<br>\`${value}\``
    return `| <a id="${env}"></a>\`${env}\`${usual} | ${accepted(option)} | ${meaning} |`
  })
  return [
    '# Configuration',
    '',
    note,
    '',
    'Settings come from the environment. All are checked at start; every problem is printed with what would be right, and the process',
    'exits with 2. A name that is nearly one of these is taken for a misspelt setting and named in the log. `marquee doctor` shows all of',
    'them, secrets hidden, and tries the database and the mail server with them.',
    '',
    '| variable and default | accepts | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** What a setting accepts: in its own words, by which it refuses a character that none accepts. */
function accepted({ parse, fallback }: Option<unknown>): string {
  const refused = parse('\u0000')
  if (refused instanceof Problem) return refused.reason.replace(/^must (be )?/, '')
  return Array.isArray(fallback) ? 'several, separated by commas' : 'text'
}

/** Outside of code a site would take `<name>` for a tag. */
const escaped = (text: string) =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('`')
