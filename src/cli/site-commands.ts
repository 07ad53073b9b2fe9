import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Config } from '../config/config.ts'
import type { MoveOptions } from '../importing/moving/move-site.ts'
import type { Report } from '../importing/moving/report.ts'
import { systemClock } from '../platform/clock.ts'
import type { SourceSite } from '../importing/sources/source-site.ts'
import { CommandRefused, DoneWithLosses } from './command-refused.ts'
import type { AttendeeImport } from './control-socket.ts'
import { openMigrated } from './open-migrated.ts'

type Options = {
  dump?: string
  wxr?: string[]
  url?: string
  authFile?: string
  dryRun?: boolean
  renumber?: boolean
  passwords?: MoveOptions['passwords']
  images?: 'copy' | 'skip'
  uploads?: string
  tablePrefix?: string
  report?: string
}

/** `marquee import-site`: a site of The Events Calendar with everything it sold. */
export function addSiteCommands(program: Command, settings: () => Config) {
  program
    .command('import-site')
    .description('move a site of The Events Calendar here; run again, it brings what changed since')
    .option('--dump <file>', 'a dump of its database, plain or compressed (.gz)')
    .addOption(new Option('--wxr <files...>', 'its export of all content').conflicts('dump'))
    .addOption(
      new Option(
        '--url <address>',
        'a running site, looked at by its interface (with --dry-run)',
      ).conflicts(['dump', 'wxr']),
    )
    .option('--auth-file <file>', 'a file with login:application-password for --url')
    .option('--dry-run', 'change nothing and report the same')
    .option('--renumber', 'give records new ids where records here have theirs')
    .addOption(
      new Option('--passwords <what>', 'what becomes of the passwords of programs').choices([
        'keep',
        'merge',
        'skip',
      ]),
    )
    .addOption(
      new Option(
        '--images <what>',
        'pictures are copied from the site (usual), or left out',
      ).choices(['copy', 'skip']),
    )
    .option('--uploads <folder>', 'a copy of its folder wp-content/uploads, to take pictures from')
    .option('--table-prefix <prefix>', 'which of several sites in one dump')
    .option('--report <file>', 'write the whole report to a file, as JSON')
    .action((options: Options) => importSite(settings(), options))
  program
    .command('import-attendees')
    .description(
      'make the attendees of a list from another ticket system; lines that came before are left out',
    )
    .requiredOption('--csv <file>', 'the list, as CSV')
    .requiredOption('--event <id>', 'the event', wholeNumber)
    .option('--map <field=column...>', 'which column is what, e.g. email="E-mail" ticket=Type')
    .option('--ticket <id>', 'the ticket of lines that name none', wholeNumber)
    .option('--dry-run', 'change nothing and report the same')
    .option('--report <file>', 'write the whole report to a file, as JSON')
    .action((options: ListOptions) => bringAttendees(settings(), options))
}

type ListOptions = {
  csv: string
  event: number
  map?: string[]
  ticket?: number
  dryRun?: boolean
  report?: string
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be the id of one.')
}

async function bringAttendees(config: Config, options: ListOptions) {
  const list: AttendeeImport = {
    file: path.resolve(options.csv),
    eventId: options.event,
    map: options.map && mapOf(options.map),
    ticketId: options.ticket,
    dryRun: options.dryRun === true,
    report: options.report === undefined ? undefined : path.resolve(options.report),
  }
  const { unlessRunning } = await import('./here-or-running.ts')
  await unlessRunning(config, { do: 'import-attendees', list }, async () => {
    const { withService } = await import('./with-service.ts')
    const { runAttendeeImport } = await import('./import-attendees.ts')
    await withService(config, deps => runAttendeeImport(deps, list, line => console.log(line)))
  })
}

function mapOf(pairs: readonly string[]): Record<string, string> {
  const entries = pairs.map(pair => {
    const at = pair.indexOf('=')
    if (at < 1)
      throw new CommandRefused(
        `--map ${pair}: write the field and its column, e.g. email="E-mail".`,
      )
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
  return Object.fromEntries(entries) as Record<string, string>
}

async function importSite(config: Config, options: Options) {
  const site = await openSource(options)
  try {
    const database = await openMigrated(config)
    try {
      const { moveSite } = await import('../importing/moving/move-site.ts')
      const { countUsers } = await import('../access/users/lookup.ts')
      const isFirst = (await countUsers(database.db)) === 0
      const report = await moveSite({ db: database.db, config }, site, {
        dryRun: options.dryRun === true,
        renumber: options.renumber === true,
        passwords: options.passwords ?? 'keep',
        pictures: await picturesFrom(options),
        onProgress: progressTo(process.stderr),
      })
      const [administrator] = site.users.filter(({ role }) => role === 'administrator')
      if (isFirst && administrator && !report.dryRun) {
        const { changeAccounts } = await import('./accounts.ts')
        console.log(`Nobody can sign in yet. The first administrator is ${administrator.login}.`)
        const link = { do: 'user link', login: administrator.login, purpose: 'invitation' } as const
        await changeAccounts({ db: database.db, config }, link, line => console.log(line))
      }
      await tell(report, options.report)
    } finally {
      await database.close()
    }
  } catch (error) {
    throw await refusal(error)
  } finally {
    await site.close()
  }
}

/** Pictures are fetched from addresses that the source names, so never from a private network. */
async function picturesFrom({ images, uploads }: Options): Promise<MoveOptions['pictures']> {
  if (images === 'skip') return { from: 'nowhere' }
  if (uploads !== undefined) return { from: 'folder', folder: uploads }
  const { createSafeFetch } = await import('../platform/net/safe-fetch.ts')
  const { isPublicAddress } = await import('../platform/net/public-address.ts')
  return { from: 'site', fetch: createSafeFetch(isPublicAddress) }
}

async function openSource({
  dump,
  wxr,
  url,
  authFile,
  tablePrefix,
  ...options
}: Options): Promise<SourceSite> {
  try {
    if (dump !== undefined) {
      const { readDump } = await import('../importing/sources/dump.ts')
      return await readDump(dump, tablePrefix === undefined ? {} : { prefix: tablePrefix })
    }
    if (wxr !== undefined) {
      const { readWxr } = await import('../importing/sources/wxr.ts')
      return await readWxr(wxr)
    }
    if (url !== undefined) {
      if (options.dryRun !== true) {
        throw new CommandRefused(
          'A running site is only looked at: add --dry-run. To move in, make a dump of it.',
        )
      }
      const { readRest } = await import('../importing/sources/rest.ts')
      const { createSafeFetch } = await import('../platform/net/safe-fetch.ts')
      const credentials =
        authFile === undefined ? undefined : (await readFile(authFile, 'utf8')).trim()
      // The operator names the site, so it may be in a network of the operator's own.
      return await readRest(url, { fetch: createSafeFetch(() => true), credentials })
    }
  } catch (error) {
    throw await refusal(error)
  }
  throw new CommandRefused('Name the source: --dump, --wxr or --url.')
}

async function refusal(error: unknown): Promise<unknown> {
  const { SourceRefused } = await import('../importing/sources/source-refused.ts')
  return error instanceof SourceRefused ? new CommandRefused(error.message, error) : error
}

async function tell(report: Report, file: string | undefined) {
  const { reportLines } = await import('../importing/moving/report.ts')
  for (const line of reportLines(report)) console.log(line)
  if (file !== undefined)
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
  if (report.losses.length > 0) throw new DoneWithLosses(report.losses.length)
}

const everyMs = 2000

const now = () => systemClock.now().getTime()

/** A line now and then: how many are done of how many, how quickly, and how long the rest takes. */
function progressTo(out: NodeJS.WritableStream): MoveOptions['onProgress'] {
  let told = now()
  let kind: string | undefined
  let began = now()
  return progress => {
    if (progress.kind !== kind) {
      kind = progress.kind
      began = now()
    }
    const isLast = progress.done >= progress.total
    if (now() - told < everyMs && !(isLast && progress.total > 500)) return
    told = now()
    const seconds = Math.max(0.001, (told - began) / 1000)
    const rate = progress.done / seconds
    const left = rate > 0 ? Math.ceil((progress.total - progress.done) / rate) : 0
    out.write(
      `${kind}: ${progress.done} of ${progress.total}, ${Math.round(rate)} a second, ${left} s left\n`,
    )
  }
}
