import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const source = path.join(root, 'src')
const built = path.join(root, 'dist/modules')

/** Whether tests run what is shipped: what `node scripts/build.mjs modules` made. */
const isBuilt = process.env['TEST_BUILT'] !== undefined

/**
 * The npm scripts test what is shipped: an import of a source file leads to its built form, which also loads several times
 * faster. `npx vitest` alone, as while writing, needs no build.
 */
const shipped = {
  name: 'shipped',
  enforce: 'pre' as const,
  resolveId(id: string, importer: string | undefined) {
    if (importer === undefined || !id.startsWith('.')) return undefined
    const file = path.resolve(path.dirname(importer), id)
    if (!file.startsWith(source + path.sep) || file.endsWith('.test.ts')) return undefined
    return path.join(built, path.relative(source, file)).replace(/\.tsx?$/, '.js')
  },
}

export const plugins = isBuilt ? [shipped] : []

/** What a project of tests says of modules that it loads as they are built. */
export const ofBuilt = isBuilt
  ? {
      server: { deps: { external: [/\/dist\/.*\.js$/] } },
      execArgv: ['--enable-source-maps'],
    }
  : {}
