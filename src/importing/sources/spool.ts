import { appendFileSync, createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { SourcePost } from './source-site.ts'

const idsTogether = 2000
const bufferedMost = 8 * 1024 * 1024

type Row = Omit<SourcePost, 'meta' | 'termIds'>

/**
 * Puts posts together from rows that come in any order, the keys of a post before the post itself: the rows of neighbouring ids
 * go into one file, and each such file is put together alone. So a site of any size takes the memory of 2,000 posts. The files
 * are the owner's alone and are removed at the end.
 */
export async function createSpool() {
  const folder = await mkdtemp(path.join(tmpdir(), 'marquee-import-'))
  const waiting = new Map<string, string[]>()
  const buckets = new Set<number>()
  let characters = 0

  function write(file: string, line: string) {
    const lines = waiting.get(file)
    if (lines) lines.push(line)
    else waiting.set(file, [line])
    characters += line.length
    if (characters > bufferedMost) flush()
  }

  function flush() {
    for (const [file, lines] of waiting) {
      appendFileSync(path.join(folder, file), `${lines.join('\n')}\n`, { mode: 0o600 })
    }
    waiting.clear()
    characters = 0
  }

  function add(postId: number, entry: unknown) {
    const bucket = Math.floor(postId / idsTogether)
    buckets.add(bucket)
    write(`bucket-${bucket}`, JSON.stringify(entry))
  }

  return {
    row: (row: Row) => add(row.id, { row }),
    meta: (postId: number, order: number, [key, value]: readonly [key: string, value: string]) =>
      add(postId, { meta: [postId, order, key, value] }),
    term: (postId: number, termId: number) => add(postId, { term: [postId, termId] }),

    /** Sorts what came into one file for each type of post. `keep` chooses the posts and may change their terms. */
    async arrange(keep: (post: SourcePost) => SourcePost | undefined) {
      flush()
      for (const bucket of [...buckets].sort((a, b) => a - b)) {
        const file = path.join(folder, `bucket-${bucket}`)
        for (const post of await assembled(file)) {
          const kept = keep(post)
          if (kept) write(`type-${fileName(kept.type)}`, JSON.stringify(kept))
        }
        await rm(file)
      }
      flush()
    },

    async *posts(...types: string[]): AsyncIterable<SourcePost> {
      for (const type of types) {
        const file = path.join(folder, `type-${fileName(type)}`)
        if (!existsSync(file)) continue
        const lines = createInterface({
          input: createReadStream(file, 'utf8'),
          crlfDelay: Infinity,
        })
        for await (const line of lines) yield JSON.parse(line) as SourcePost
      }
    },

    close: () => rm(folder, { recursive: true, force: true }),
  }
}

const fileName = (type: string) => type.replace(/[^\w-]/g, '_').slice(0, 60)

type Entry = {
  row?: Row
  meta?: [postId: number, order: number, key: string, value: string]
  term?: [postId: number, termId: number]
}

async function assembled(file: string): Promise<SourcePost[]> {
  const rows = new Map<number, Row>()
  const metas = new Map<number, [order: number, key: string, value: string][]>()
  const terms = new Map<number, number[]>()
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line === '') continue
    const { row, meta, term } = JSON.parse(line) as Entry
    if (row) rows.set(row.id, row)
    if (meta) metas.set(meta[0], [...(metas.get(meta[0]) ?? []), [meta[1], meta[2], meta[3]]])
    if (term) terms.set(term[0], [...(terms.get(term[0]) ?? []), term[1]])
  }
  return [...rows.values()]
    .sort((a, b) => a.id - b.id)
    .map(row => ({
      ...row,
      meta: (metas.get(row.id) ?? [])
        .sort(([one], [other]) => one - other)
        .map(([, key, value]) => [key, value] as const),
      termIds: [...new Set(terms.get(row.id))].sort((a, b) => a - b),
    }))
}
