// Compiles src/ to dist/ when something changed since the last build: `npm start` is always current and starts fast.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const stamp = path.join(root, 'dist', '.sources')

const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file))
  .sort()
const hash = createHash('sha256')
for (const file of ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json']) {
  hash.update(readFileSync(path.join(root, file)))
}
for (const file of files) hash.update(file).update(readFileSync(path.join(root, 'src', file)))
const current = hash.digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
  rmSync(path.join(root, 'dist'), { recursive: true, force: true })
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const built = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (built.status !== 0) process.exit(built.status ?? 1)
  writeFileSync(stamp, current)
}
