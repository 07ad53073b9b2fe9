import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of this program's package.json, wherever this module runs from. */
export function packageFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  return folder
}

/** The version of this program, from its package.json. */
export function version(): string {
  const text = readFileSync(path.join(packageFolder(), 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
