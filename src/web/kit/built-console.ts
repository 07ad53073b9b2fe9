import { existsSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../../platform/clock.ts'
import type { Encoding } from '../../platform/http/answer/encodings.ts'

/** The files that the first page of the console names, in `dist/console/assets`. */
export type FirstFiles = { readonly script: string; readonly styles: readonly string[] }

/** What `/admin` can show: the console, or why it is not there. */
export type ConsoleState =
  | { is: 'built'; files: FirstFiles }
  | { is: 'being built' }
  | { is: 'missing'; canBeBuilt: boolean }

export type BuiltConsole = {
  state(): ConsoleState
  /** A file of the console as it is sent; undefined for a name that the build did not make. */
  read(name: string, encoding: Encoding | undefined): Promise<Buffer | undefined>
}

const Manifest = Type.Record(
  Type.String(),
  Type.Object({
    file: Type.String(),
    isEntry: Type.Optional(Type.Boolean()),
    css: Type.Optional(Type.Array(Type.String())),
  }),
)

/** An unfinished build of this age was ended from outside, and nobody goes on with it. */
const longestBuildMs = 5 * 60_000

/** Vite's names: a word, a hash and an ending, so no path leads out of the folder. */
const fileName = /^[\w.-]+\.(js|css|svg)$/

/**
 * The console that scripts/build-console.mjs makes. It may be built while the service runs, so each question looks at
 * the folder again.
 */
export function builtConsole(clock: Clock, folder = consoleFolder()): BuiltConsole {
  let current: { at: number; files: FirstFiles } | undefined
  return {
    state() {
      const manifest = path.join(folder, 'manifest.json')
      const made = statSync(manifest, { throwIfNoEntry: false })
      if (!made) return unbuilt(folder, clock.now())
      if (current?.at !== made.mtimeMs) current = { at: made.mtimeMs, files: firstFiles(manifest) }
      return { is: 'built', files: current.files }
    },
    async read(name, encoding) {
      if (!fileName.test(name)) return undefined
      const ending = encoding === undefined ? '' : { br: '.br', gzip: '.gz' }[encoding]
      try {
        return await readFile(path.join(folder, 'assets', name + ending))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
  }
}

function unbuilt(folder: string, now: Date): ConsoleState {
  const begun = statSync(`${folder}.next`, { throwIfNoEntry: false })
  if (begun && now.getTime() - begun.mtimeMs < longestBuildMs) return { is: 'being built' }
  const builder = path.join(folder, '../../node_modules/vite/package.json')
  return { is: 'missing', canBeBuilt: existsSync(builder) }
}

function firstFiles(manifest: string): FirstFiles {
  const entries = Value.Parse(Manifest, JSON.parse(readFileSync(manifest, 'utf8')))
  const first = Object.values(entries).find(({ isEntry }) => isEntry)
  if (!first) throw new Error(`${manifest} names no first file.`)
  const nameOf = (file: string) => path.posix.basename(file)
  return { script: nameOf(first.file), styles: (first.css ?? []).map(nameOf) }
}

/** `dist/console` of this installation, wherever this module runs from. */
function consoleFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  return path.join(folder, 'dist/console')
}
