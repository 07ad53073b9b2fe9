// Removes the packages from node_modules that the built program contains: `node scripts/keep-external.mjs
// node_modules`. Packages that are not bundled stay, because they have machine code or look for files beside their
// own (scripts/build.mjs), and so do their dependencies. Fonts of printed tickets stay, because they are read as files.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { besideBundle } from './build.mjs'

const folder = path.resolve(process.argv[2] ?? 'node_modules')
const kept = new Set()

/** The dependencies of a package, and those of its optional parts for this machine that were installed. */
function keep(name) {
  const manifest = path.join(folder, name, 'package.json')
  if (kept.has(name) || !existsSync(manifest)) return
  kept.add(name)
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) keep(needed)
}

const { dependencies } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'),
)
for (const name of besideBundle(dependencies)) keep(name)
const installed = readdirSync(folder).flatMap(name =>
  name.startsWith('@') ? readdirSync(path.join(folder, name)).map(one => `${name}/${one}`) : [name],
)
for (const name of installed.filter(one => !kept.has(one))) {
  rmSync(path.join(folder, name), { recursive: true, force: true })
}
console.log(`Kept ${[...kept].join(', ')}.`)
