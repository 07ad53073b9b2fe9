// Makes dist/console from console/ with Vite: files with a hash in their names, each also as it is sent compressed. It is made
// in a folder beside and takes its place whole, because a running service serves it meanwhile.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { noticesOf } from './notices.mjs'

/** What a checkout without devDependencies is told; `/admin` says it in a page. */
export const withoutPackages =
  'The console was not built: its packages are missing. Run `npm ci` without `--omit=dev`, then `npm run build`.'

/** Whether the console's sources and the packages that build it are there. */
export const canBuildConsole = root =>
  ['console/vite.config.ts', 'node_modules/vite/package.json', 'node_modules/@mantine/core'].every(
    file => existsSync(path.join(root, file)),
  )

/** Where a build is made until it is whole; while it is there, `/admin` says that the console is being built. */
export const unfinished = folder => `${folder}.next`

/** Builds the console into `folder`. */
export async function buildConsole(root, folder) {
  const next = unfinished(folder)
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next, { recursive: true })
  // Vite makes React's larger build for developers where the environment says `test`, as it does inside tests.
  const { NODE_ENV: before } = process.env
  process.env.NODE_ENV = 'production'
  try {
    const { build } = await import('vite')
    await build({
      configFile: path.join(root, 'console/vite.config.ts'),
      root: path.join(root, 'console'),
      logLevel: 'warn',
      build: { outDir: next, emptyOutDir: false },
    })
    compressAll(path.join(next, 'assets'))
    const list = path.join(next, 'modules.json')
    const inputs = JSON.parse(readFileSync(list, 'utf8'))
    rmSync(list)
    const notices = noticesOf(root, { outputs: { console: { inputs } } })
    writeFileSync(path.join(next, 'THIRD-PARTY-NOTICES.txt'), notices)
    rmSync(folder, { recursive: true, force: true })
    renameSync(next, folder)
  } finally {
    rmSync(next, { recursive: true, force: true })
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

/** Brotli at its best and gzip, once, instead of at each request. */
function compressAll(folder) {
  for (const name of readdirSync(folder)) {
    const body = readFileSync(path.join(folder, name))
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    }
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(body, { params }))
    writeFileSync(path.join(folder, `${name}.gz`), gzipSync(body, { level: 9 }))
  }
}
