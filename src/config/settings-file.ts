import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** The settings that a command was given, and the file that some of them are from. */
export type GivenSettings = { environment: Environment; file: string | undefined }

/** The variable that names the file of settings. */
const fileVariable = 'MARQUEE_SETTINGS'
/** The file that is read without it, in the folder in which the command is given. */
const usualFile = 'marquee.env'

/**
 * The environment, completed from the file of settings: the one that MARQUEE_SETTINGS names, or `marquee.env` in the
 * folder. So the service and every command read the same file. What the environment has wins, also when it is empty.
 * Returns a sentence when the file cannot be used.
 */
export function givenSettings(
  environment: Environment,
  folder: string,
): GivenSettings | { problem: string } {
  const named = environment[fileVariable]
  const usual = path.join(folder, usualFile)
  const file = named || (existsSync(usual) ? usual : undefined)
  if (file === undefined) return { environment, file }
  const text = readText(file)
  if (typeof text !== 'string') return text
  const read = readLines(text)
  if ('wrongLine' in read) {
    return { problem: `Line ${read.wrongLine} of the settings in ${file} is not NAME=value.` }
  }
  return { environment: { ...read.values, ...environment }, file }
}

function readText(file: string): string | { problem: string } {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const why: Record<string, string> = {
      ENOENT: 'it does not exist',
      EISDIR: 'it is a folder',
      EACCES: 'give the command as root, or as the user of the service',
    }
    return { problem: `The settings in ${file} cannot be read: ${why[code] ?? code}.` }
  }
}

// As systemd reads an EnvironmentFile: a # within a line is part of the value, and nothing in it is replaced.
const blank = /[ \t]*(?:[#;][^\n]*)?(?:\n|$)/y
const assignment =
  /[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[^])*)"[ \t]*|'([^']*)'[ \t]*|((?!["'])[^\n]*))(?:\n|$)/y

/** The values of a text of lines NAME=value, or the number of the first line that is none. */
export function readLines(text: string): { values: Environment } | { wrongLine: number } {
  const lines = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const values: Record<string, string> = {}
  for (let at = 0; at < lines.length; ) {
    const match = matchAt(blank, lines, at) ?? matchAt(assignment, lines, at)
    if (!match) return { wrongLine: lines.slice(0, at).split('\n').length }
    const [whole, name, double, single, bare = ''] = match
    if (name !== undefined) {
      values[name] = double?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? bare.trim()
    }
    at += whole.length
  }
  return { values }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
