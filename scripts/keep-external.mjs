// Removes from node_modules what the built program contains already: `node scripts/keep-external.mjs node_modules`. What
// stays is not bundled, because it has machine code or looks for files beside its own (scripts/build.mjs), and what that
// needs.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { external } from './build.mjs'

const folder = path.resolve(process.argv[2] ?? 'node_modules')
const kept = new Set()

/** Its own dependencies, and those parts for this machine that were installed. */
function keep(name) {
  const manifest = path.join(folder, name, 'package.json')
  if (kept.has(name) || !existsSync(manifest)) return
  kept.add(name)
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) keep(needed)
}

for (const name of external) keep(name)
const installed = readdirSync(folder).flatMap(name =>
  name.startsWith('@') ? readdirSync(path.join(folder, name)).map(one => `${name}/${one}`) : [name],
)
for (const name of installed.filter(one => !kept.has(one))) {
  rmSync(path.join(folder, name), { recursive: true, force: true })
}
console.log(`Kept ${[...kept].join(', ')}.`)
