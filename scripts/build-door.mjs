// Makes dist/door from door/: the page of the door, the worker that reads codes, its WebAssembly, and the service worker that
// keeps all of them on the phone.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const hashOf = content => createHash('sha256').update(content).digest('hex').slice(0, 8)

/** The packages that the door is bundled from, of which an installation without `devDependencies` has none. */
export const canBuildDoor = root =>
  ['idb', 'zxing-wasm', '@noble/ed25519'].every(name =>
    existsSync(path.join(root, 'node_modules', name, 'package.json')),
  )

/** Builds the door into a folder; returns what was bundled, for the notices of its packages. */
export async function buildDoor(root, folder) {
  const { build } = await import('esbuild')
  mkdirSync(folder, { recursive: true })
  const common = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'safari16'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  }
  const made = await build({
    ...common,
    entryPoints: ['door/src/main.tsx', 'door/src/reader.worker.ts', 'door/src/style.css'],
    outdir: folder,
    entryNames: '[name]-[hash]',
  })
  const named = beginning =>
    Object.keys(made.metafile.outputs)
      .map(file => path.basename(file))
      .find(file => file.startsWith(beginning))
  const wasm = readFileSync(
    path.join(root, 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'),
  )
  const files = {
    script: named('main-'),
    style: named('style-'),
    worker: named('reader.worker-'),
    wasm: `reader-${hashOf(wasm)}.wasm`,
  }
  writeFileSync(path.join(folder, files.wasm), wasm)
  const version = hashOf(Object.values(files).join())
  await build({
    ...common,
    entryPoints: { sw: 'door/src/service-worker.ts' },
    outdir: folder,
    format: 'iife',
    define: { files: JSON.stringify(Object.values(files)), version: JSON.stringify(version) },
  })
  writeFileSync(path.join(folder, 'files.json'), JSON.stringify({ ...files, version }))
  return made.metafile
}
