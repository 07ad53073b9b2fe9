// Whether dist/ is what would be built now is told by a look at the files; what is in them is compared only in doubt.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, sources } from './sources.mjs'

/** A file that was written this lately may be written again within the same tick of its clock. */
const settledMs = 2000

/** Packages are known by what npm wrote down when it installed them. */
const others = [
  'node_modules/.package-lock.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/sources.mjs',
  'tsconfig.json',
]

/** Builds `program` or `modules`, when it is not there or was made from something else. */
export async function buildIfChanged(kind) {
  const stamp = path.join(root, 'dist', kind, '.made-from')
  const files = [...others.filter(file => existsSync(path.join(root, file))), ...sources()]
  const looks = look(files)
  const before = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : undefined
  if (looks !== undefined && before?.looks === looks) return
  // Looked at before they are read: a change in between is noticed the next time.
  const contents = hashOf(files)
  if (before?.contents !== contents) await build(kind)
  note(stamp, { looks, contents })
}

/**
 * What files look like from outside. Their time of change, unlike that of writing, nobody can set: what Git, rsync or
 * tar put in place looks different.
 */
function look(files) {
  const seen = files.map(file => statSync(path.join(root, file)))
  const newest = Math.max(...seen.map(({ ctimeMs }) => ctimeMs))
  if (Date.now() - newest < settledMs) return undefined
  const words = seen.map(({ ino, size, mtimeMs, ctimeMs }, at) =>
    [files[at], ino, size, mtimeMs, ctimeMs].join(' '),
  )
  return createHash('sha256').update(words.join('\n')).digest('hex')
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

async function build(kind) {
  const { buildKind } = await import('./build.mjs')
  try {
    await buildKind(kind)
  } catch {
    // It has said what is wrong.
    process.exit(1)
  }
}

function note(stamp, made) {
  try {
    writeFileSync(stamp, JSON.stringify(made))
  } catch {
    // Where nothing may be written, contents are compared each time.
  }
}
