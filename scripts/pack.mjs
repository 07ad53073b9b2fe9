// Packs a release into one file, which npm installs anywhere and which builds nothing: `npm run pack`. The file is made
// from a folder of its own, dist/package, because what the program needs there is less than what a checkout needs
// (docs/decisions/0064-a-release-is-one-file.md).
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { besideBundle, buildIfChanged } from './build.mjs'
import { withoutPackages } from './build-console.mjs'
import { lockedClosure } from './locked-closure.mjs'

const root = path.resolve(import.meta.dirname, '..')
const staging = path.join(root, 'dist/package')
const parse = file => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const write = (file, content) =>
  writeFileSync(path.join(staging, file), `${JSON.stringify(content, null, 2)}\n`)

/** What the package has beside its package.json, from the checkout. */
const files = ['bin', 'dist', 'migrations', 'deploy', 'npm-shrinkwrap.json', 'CHANGELOG.md']
const built = ['program', 'islands', 'door', 'cluster', 'console']
const deploy = ['marquee', 'marquee.service', 'haproxy.cfg', 'alerts.yml']

await Promise.all(built.map(buildIfChanged))
if (!existsSync(path.join(root, 'dist/cluster/empty.tar.gz'))) {
  throw new Error(
    'The empty database could not be made; a package without it would have to make it at its first start.',
  )
}
if (!existsSync(path.join(root, 'dist/console/manifest.json'))) throw new Error(withoutPackages)

rmSync(staging, { recursive: true, force: true })
mkdirSync(staging, { recursive: true })
const copy = (from, to = from) =>
  cpSync(path.join(root, from), path.join(staging, to), {
    recursive: true,
    filter: source => path.basename(source) !== '.made-from',
  })
for (const kind of built) copy(path.join('dist', kind))
for (const file of deploy) copy(path.join('deploy', file))
for (const name of ['bin', 'migrations', 'CHANGELOG.md', 'LICENSE']) copy(name)
copy('deploy/package-readme.md', 'README.md')

const {
  name,
  version: own,
  description,
  license,
  type,
  engines,
  bin,
  dependencies,
} = parse('package.json')
const lock = parse('package-lock.json').packages
const beside = besideBundle(dependencies)
const locked = lockedClosure(lock, beside)
// npm takes notice of a shrinkwrap that comes from a registry, not of one in a file. So every package that is always needed is
// a dependency of its own, in the version that was tested.
const always = lockedClosure(lock, beside, { optional: false })
const needed = Object.fromEntries(
  Object.entries(always).map(([place, { version }]) => [
    place.slice('node_modules/'.length),
    version,
  ]),
)
const nested = Object.keys(needed).filter(one => one.includes('node_modules/'))
if (nested.length > 0)
  throw new Error(`Two versions of one package cannot be pinned: ${nested.join(', ')}.`)
const about = { name, version: own, license, engines, bin, dependencies: needed }
write('package.json', { ...about, description, private: true, type, files })
write('npm-shrinkwrap.json', {
  name,
  version: own,
  lockfileVersion: 3,
  requires: true,
  packages: { '': about, ...locked },
})

const target = path.resolve(process.argv[2] ?? path.join(root, 'dist'))
mkdirSync(target, { recursive: true })
const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', target]
const file = execFileSync('npm', args, { cwd: staging, encoding: 'utf8' }).trim()
const bytes = readFileSync(path.join(target, file))
const sum = createHash('sha256').update(bytes).digest('hex')
writeFileSync(path.join(target, 'SHA256SUMS'), `${sum}  ${file}\n`)
console.log(path.join(target, file))
