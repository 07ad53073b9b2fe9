import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The version of this program, from its package.json. */
export function version(): string {
  let folder = import.meta.dirname
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  const text = readFileSync(path.join(folder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
