// Makes dist/ from src/: the program that is shipped, and, for tests, each module by itself.
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { root, sources } from './sources.mjs'

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
 * To learn whether it runs at Cloudflare, pg asks Node 20 for a `Response`, and that loads Node's whole HTTP client: 40 ms
 * of every start.
 */
const notAtCloudflare = {
  name: 'not-at-cloudflare',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]pg[\\/]lib[\\/]stream\.js$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replace('if (isCloudflareRuntime())', 'if (false)'),
    })),
}

/** Few files instead of the thousand that the program is made of: a start is several times faster. */
const program = {
  entryPoints: ['src/main.ts', 'src/platform/db/embedded/lite-worker.ts'],
  outdir: 'dist/program',
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  splitting: true,
  // What has machine code, and files that it looks for beside its own, stays where it is installed.
  external: ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'pg-native'],
  plugins: [notAtCloudflare],
  // Packages in the older form ask for what belongs to Node by `require`.
  banner: {
    js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
}

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

const kinds = { program: () => program, modules }

/** Builds `program` or `modules` anew. */
export async function buildKind(kind) {
  const options = { ...common, ...kinds[kind]() }
  rmSync(path.join(root, options.outdir), { recursive: true, force: true })
  await build(options)
}
