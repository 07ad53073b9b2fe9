// Makes stack traces name the lines of src/ instead of the built program. Node's own way (--enable-source-maps) reads
// every map at the start, which takes a tenth of a second. This reads a map when a trace first needs its file.
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const maps = new Map<string, SourceMap | undefined>()
/** The map of the largest file takes 80 MB, so maps are kept for one trace and those that follow it at once. */
const keptMs = 10_000
let forgetting: NodeJS.Timeout | undefined
/** Frames named before, which need no map. */
const mappedLines = new Map<string, string>()
const knownMost = 5000

// Code run from its sources is mapped by tsx.
if (import.meta.url.endsWith('.js')) {
  Error.prepareStackTrace = (error, frames) => {
    // `frame` has `toString`, though its type does not say so.
    const lines = (frames as unknown[]).map(frame => `\n    at ${nameOf(String(frame))}`)
    return Error.prototype.toString.call(error) + lines.join('')
  }
}

function nameOf(frame: string): string {
  const before = mappedLines.get(frame)
  if (before !== undefined) return before
  if (mappedLines.size >= knownMost) mappedLines.clear()
  const name = named(frame)
  mappedLines.set(frame, name)
  return name
}

function named(frame: string): string {
  const [built, url = '', line, column] = /(file:\/\/\S+?\.js):(\d+):(\d+)/.exec(frame) ?? []
  if (built === undefined) return frame
  const file = fileURLToPath(url)
  const origin = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
  if (!origin || !('originalSource' in origin)) return frame
  const source = path.resolve(path.dirname(file), origin.originalSource)
  return frame.replace(built, `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`)
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`))
  forgetting ??= setTimeout(forget, keptMs).unref()
  return maps.get(file)
}

function forget() {
  maps.clear()
  forgetting = undefined
}

function readMap(file: string): SourceMap | undefined {
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
