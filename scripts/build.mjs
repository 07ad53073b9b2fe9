// Makes dist/ from src/: `program` and `islands`, which are shipped, and `modules`, one file per source for tests. A kind is
// built when its sources have changed: `node scripts/build.mjs program islands modules`.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

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

/**
 * Packages with machine code, or with files that they look for beside their own, stay in node_modules. So does the
 * parser of cookies: it loads a CommonJS package by `import()`, and a bundle would keep only its default export.
 */
export const external = [
  '@electric-sql/pglite',
  '@fastify/cookie',
  '@node-rs/argon2',
  'sharp',
  'pg-native',
]

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

const kinds = { program, modules, islands }

/** Builds one of the kinds when missing or outdated. */
export async function buildIfChanged(kind) {
  const options = { ...common, ...kinds[kind]() }
  const folder = path.join(root, options.outdir)
  const stamp = path.join(folder, '.made-from')
  const wanted = ingredients()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(folder, { recursive: true, force: true })
  const { build } = await import('esbuild')
  try {
    await build(options)
  } catch {
    // esbuild has printed the error.
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** A hash of every file that a build reads. Packages are represented by npm's record of the installation. */
function ingredients() {
  const files = ['scripts/build.mjs', 'tsconfig.json', 'node_modules/.package-lock.json']
  const hash = createHash('sha256')
  for (const file of [...files, ...sources()].filter(name => existsSync(path.join(root, name)))) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

if (process.argv[1] === import.meta.filename) {
  for (const kind of process.argv.slice(2)) await buildIfChanged(kind)
}
