import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Encoded } from '../../platform/http/answer/encodings.ts'

const DoorFiles = Type.Object({
  script: Type.String(),
  style: Type.String(),
  worker: Type.String(),
  wasm: Type.String(),
  version: Type.String(),
})

export type DoorFile = { readonly body: Buffer; readonly type: string; readonly encoded: Encoded }

export type BuiltDoor = {
  readonly names: {
    readonly script: string
    readonly style: string
    readonly worker: string
    readonly wasm: string
    readonly version: string
  }
  readonly find: (name: string) => DoorFile | undefined
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.wasm': 'application/wasm',
}

/** The page of the door that scripts/build-door.mjs makes; undefined where it was not built. */
export function builtDoor(folder = doorFolder()): BuiltDoor | undefined {
  const list = path.join(folder, 'files.json')
  if (!existsSync(list)) return undefined
  const names = Value.Parse(DoorFiles, JSON.parse(readFileSync(list, 'utf8')))
  const { script, style, worker, wasm } = names
  const files = new Map(
    [script, style, worker, wasm, 'sw.js'].map(name => {
      const type = types[path.extname(name)] ?? 'application/octet-stream'
      const body = readFileSync(path.join(folder, name))
      return [name, { body, type, encoded: {} }]
    }),
  )
  return { names, find: name => files.get(name) }
}

/** `dist/door` of this installation, wherever this module runs from. */
function doorFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  return path.join(folder, 'dist/door')
}
