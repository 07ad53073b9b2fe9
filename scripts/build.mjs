// Makes dist/ from src/: `program`, which is shipped, and `modules`, for tests, each module by itself. Each kind that is
// named is built when what it is made of has changed: `node scripts/build.mjs program modules`.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** The files of the service, tests not among them. */
const sources = () =>
  readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => path.join('src', file))
    .sort()

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

/** Few files instead of the thousand that the program is made of: a start is several times faster. */
const program = () => ({
  entryPoints: ['src/main.ts', 'src/platform/db/embedded/lite-worker.ts'],
  outdir: 'dist/program',
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  splitting: true,
  // What has machine code, and files that it looks for beside its own, stays where it is installed.
  external: ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'pg-native'],
  // Packages in the older form ask for what belongs to Node by `require`.
  banner: {
    js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
})

/** Each source file as one file of JavaScript, because tests reach into single modules. */
const modules = () => ({
  entryPoints: sources(),
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
            : { path: name.replace(/\.ts$/, '.js'), external: true },
        ),
    },
  ],
})

const kinds = { program, modules }

/** Builds `program` or `modules`, when it is not there or was made from something else. */
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
    // It has said what is wrong.
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** A hash of the contents of every file that a build reads. Packages are known by what npm noted when it installed them. */
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
