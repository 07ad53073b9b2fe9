import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Programs of Debian that read what the service writes; `.ci/run` installs them. */
const programs = ['qpdf', 'pdfinfo', 'pdftotext', 'pdftoppm', 'zbarimg', 'xmllint', 'khal'] as const
type Program = (typeof programs)[number]

const found = new Map<Program, boolean>()

/** Whether a program is installed. When it is not, the tests that need it are skipped and a line says so, once. */
export function hasReader(program: Program): boolean {
  const known = found.get(program)
  if (known !== undefined) return known
  let is = true
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
  } catch {
    is = false
    console.warn(`${program} is not installed: its tests are skipped.`)
  }
  found.set(program, is)
  return is
}

/** The output of a program for a file with this content; `FILE` in the arguments becomes the file's name. */
export function readWith(
  program: Program,
  args: readonly string[],
  content: Buffer | string,
): string {
  return withFile(content, file =>
    execFileSync(
      program,
      args.map(one => one.replace('FILE', file)),
      { encoding: 'utf8' },
    ),
  )
}

/** The entries of a calendar as khal reads them, in UTC. */
export function readCalendar(content: string): string {
  return withFile(content, (file, folder) => {
    const settings = [
      ['[calendars]', '[[events]]', `path = ${folder}`, 'type = calendar'],
      ['[sqlite]', `path = ${path.join(folder, 'khal.db')}`],
      ['[locale]', 'timeformat = %H:%M', 'dateformat = %Y-%m-%d', 'longdateformat = %Y-%m-%d'],
      ['datetimeformat = %Y-%m-%d %H:%M', 'longdatetimeformat = %Y-%m-%d %H:%M'],
      ['local_timezone = UTC', 'default_timezone = UTC'],
    ]
    const config = path.join(folder, 'khal.conf')
    writeFileSync(config, settings.flat().join('\n'))
    const format = '{start-long} {title}'
    return execFileSync('khal', ['-c', config, 'printics', '-f', format, file], {
      encoding: 'utf8',
    })
  })
}

/** The pages of a PDF as grey pictures: width, height and a byte for each pixel, 0 being black. */
export function picturesOf(pdf: Buffer, dotsPerInch = 100) {
  return withFile(pdf, (file, folder) => {
    execFileSync('pdftoppm', ['-gray', '-r', String(dotsPerInch), file, path.join(folder, 'page')])
    const names = readdirSync(folder).filter(name => name.endsWith('.pgm'))
    return names
      .sort((a, b) => a.localeCompare(b))
      .map(name => {
        const bytes = readFileSync(path.join(folder, name))
        const [, width = '0', height = '0'] =
          /^P5\s+(\d+)\s+(\d+)/.exec(bytes.toString('latin1', 0, 40)) ?? []
        const size = { width: Number(width), height: Number(height) }
        const codes = codesAt(path.join(folder, name))
        return {
          ...size,
          pixels: bytes.subarray(-size.width * size.height),
          codes,
        }
      })
  })
}

/** What the QR codes in a picture say. */
export const codesIn = (picture: Buffer): string[] => withFile(picture, codesAt)

function codesAt(file: string): string[] {
  const read = spawnSync('zbarimg', ['-q', '--raw', file], { encoding: 'utf8' })
  return read.stdout.split('\n').filter(line => line !== '')
}

function withFile<T>(content: Buffer | string, work: (file: string, folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-read-'))
  try {
    const file = path.join(folder, 'content')
    writeFileSync(file, content)
    return work(file, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
