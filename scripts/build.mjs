// Makes dist/: `program` and `islands` from src/, `console` from console/ and `cluster` by the embedded database, which are
// shipped, and `modules`, one file per source for tests. Each is built when what it is made from has changed: `node scripts/build.mjs program islands`.
import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildConsole, canBuildConsole, withoutPackages } from './build-console.mjs'
import { buildDoor, canBuildDoor } from './build-door.mjs'
import { noticesOf } from './notices.mjs'

const root = path.resolve(import.meta.dirname, '..')

/** The source files of the service, without tests. */
const sources = () =>
  readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map(file => path.join('src', file))
    .sort()

const islandFolder = path.join('src', 'web', 'islands')

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
}

/** Packages with machine code, or with files that they look for beside their own, stay in node_modules. */
export const external = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'harfbuzzjs',
  'pg-native',
  'sharp',
]

/** The dependencies that an installation needs beside the bundle: the external ones, and the fonts of printed tickets. */
export const besideBundle = dependencies =>
  Object.keys(dependencies).filter(
    name => external.includes(name) || /^@(expo-google-fonts|embedpdf)\//.test(name),
  )

/**
 * The parser of cookies is a CommonJS package that its user loads by `import()`. Node gives such an import every name that the
 * package exports; a bundle would give it the default export alone.
 */
const importedByName = {
  name: 'imported-by-name',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^cookie$/ }, async ({ path: name, kind, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined
      const found = await resolve(name, { kind: 'require-call', resolveDir })
      return { path: path.relative(root, found.path), namespace: 'by-name' }
    })
    onLoad({ filter: /.*/, namespace: 'by-name' }, ({ path: file }) => {
      const names = Object.keys(createRequire(import.meta.url)(path.join(root, file))).join(', ')
      const contents = `import * as all from './${file}'\nexport const { ${names} } = all`
      return { contents, resolveDir: root }
    })
  },
}

/** The program is bundled into few files instead of a thousand, which makes a start several times faster. */
const program = () => ({
  entryPoints: [
    'src/main.ts',
    'src/platform/db/embedded/lite-worker.ts',
    'src/messaging/tickets/pdf-worker.ts',
  ],
  outdir: 'dist/program',
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  splitting: true,
  external,
  plugins: [importedByName],
  // CommonJS packages load Node's modules by `require`.
  banner: {
    js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
})

/** Each source file as one JavaScript file, because tests import single modules. */
const modules = () => ({
  entryPoints: sources().filter(file => !file.startsWith(islandFolder)),
  outdir: 'dist/modules',
  outbase: 'src',
  packages: 'external',
  plugins: [
    {
      name: 'own-modules-apart',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^\./ }, ({ path: name, kind }) =>
          kind === 'entry-point'
            ? undefined
            : { path: name.replace(/\.tsx?$/, '.js'), external: true },
        ),
    },
  ],
})

/** Scripts for browsers: one small file for each script of `web/islands`, with a hash of its content in its name. */
const islands = () => ({
  entryPoints: sources().filter(
    file => path.dirname(file) === islandFolder && file.endsWith('.island.ts'),
  ),
  outdir: 'dist/islands',
  entryNames: '[name]-[hash]',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  sourcemap: false,
})

const bundles = { program, modules, islands }

/** The page of the door, with the licences of the packages inside it. */
async function bundleDoor(folder) {
  const notices = noticesOf(root, await buildDoor(root, folder))
  if (notices !== '') writeFileSync(path.join(folder, noticesFile), notices)
}

/** The name of the file, in the folder of a bundle, that has the licences of the packages inside the bundle. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

async function bundle(options) {
  const { build } = await import('esbuild')
  const built = await build({ ...common, ...options, metafile: true }).catch(() => undefined)
  // esbuild has printed the error.
  if (built === undefined) process.exit(1)
  const notices = noticesOf(root, built.metafile)
  if (notices !== '') writeFileSync(path.join(root, options.outdir, noticesFile), notices)
}

/**
 * An empty database, which the first start unpacks instead of making one. Making one takes 800 MiB, so it has a process
 * of its own. Where that is too much the build goes on, and the first start makes its database itself.
 */
async function makeCluster(folder) {
  mkdirSync(folder, { recursive: true })
  const script = path.join(root, 'scripts/make-cluster.mjs')
  try {
    await promisify(execFile)(process.execPath, [script, path.join(folder, 'empty.tar.gz')])
  } catch (error) {
    console.error(`No database was prepared for the first start: ${error.message}`)
  }
}

/** Whether a kind is there, made from the files as they are now. */
export function isBuilt(kind) {
  const stamp = path.join(root, 'dist', kind, '.made-from')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === ingredients(kind)
}

/** A build takes long enough for somebody to think that nothing happens. */
const said = {
  program: 'Building the program from its sources; this takes some seconds.',
  cluster: 'Preparing the empty database of a first start; this takes 10 to 40 seconds, once.',
}

/** Builds one of the kinds when missing or outdated. */
export async function buildIfChanged(kind) {
  if (isBuilt(kind)) return
  const folder = path.join(root, 'dist', kind)
  const stamp = path.join(folder, '.made-from')
  const wanted = ingredients(kind)
  if (kind === 'console' && !canBuildConsole(root)) {
    console.error(withoutPackages)
    return
  }
  if (kind === 'door' && !canBuildDoor(root)) {
    console.error(
      'The packages that the door is made of are missing: run `npm ci` without `--omit=dev`.',
    )
    return
  }
  if (said[kind]) console.error(said[kind])
  rmSync(folder, { recursive: true, force: true })
  if (kind === 'cluster') await makeCluster(folder)
  else if (kind === 'console') await buildConsole(root, folder)
  else if (kind === 'door') await bundleDoor(folder)
  else await bundle(bundles[kind]())
  writeFileSync(stamp, wanted)
}

/** A hash of every file that a build reads. Packages are represented by npm's record of the installation. */
function ingredients(kind) {
  const files = readBy(kind).filter(name => existsSync(path.join(root, name)))
  const list = files.join('\0')
  if (list !== lastHashed.list) lastHashed = { list, digest: digestOf(files) }
  return lastHashed.digest
}

/** Program and scripts for browsers are made from the same files, which a start reads once. */
let lastHashed = { list: '', digest: '' }

function digestOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

function readBy(kind) {
  if (kind === 'cluster') {
    return ['scripts/make-cluster.mjs', 'node_modules/@electric-sql/pglite/package.json']
  }
  if (kind === 'console') return consoleFiles()
  if (kind === 'door') return doorFiles()
  const files = [
    'scripts/build.mjs',
    'scripts/notices.mjs',
    'tsconfig.json',
    'node_modules/.package-lock.json',
  ]
  return [...files, ...sources()]
}

/** The console is made from its own sources, the client's, and the rules of `core` that it shares with the service. */
function consoleFiles() {
  const folders = ['console', 'client/src', 'src/core'].flatMap(folder =>
    existsSync(path.join(root, folder))
      ? readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter(file => !/node_modules|\.test\./.test(file) && /\.\w+$/.test(file))
          .map(file => path.join(folder, file))
      : [],
  )
  return ['scripts/build-console.mjs', 'node_modules/.package-lock.json', ...folders.sort()]
}

/** The door is made from its own sources, and from the rules that it shares with the service. */
function doorFiles() {
  const own = readdirSync(path.join(root, 'door/src'), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.\w+$/.test(file))
    .map(file => path.join('door/src', file))
  const shared = sources().filter(file => /^src\/(core|ticketing\/(door|checkin))\//.test(file))
  const made = ['scripts/build.mjs', 'scripts/build-door.mjs', 'node_modules/.package-lock.json']
  return [...made, ...own.sort(), ...shared]
}

if (process.argv[1] === import.meta.filename) {
  await Promise.all(process.argv.slice(2).map(buildIfChanged))
}
