import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '..')

/** Writes down which modules are inside the bundle, for the licences of their packages. */
const modulesInside = (): Plugin => ({
  name: 'modules-inside',
  generateBundle(_, bundle) {
    const ids = Object.values(bundle).flatMap(one => (one.type === 'chunk' ? one.moduleIds : []))
    const inside = ids.filter(id => path.isAbsolute(id)).map(id => [path.relative(root, id), {}])
    const source = JSON.stringify(Object.fromEntries(inside))
    this.emitFile({ type: 'asset', fileName: 'modules.json', source })
  },
})

/** Built by scripts/build-console.mjs. Addresses inside are relative, because a site may be below a path. */
export default defineConfig({
  base: './',
  plugins: [modulesInside()],
  resolve: {
    alias: { '@marquee-events/client': path.join(root, 'client/src/index.ts') },
    dedupe: ['react', 'react-dom'],
  },
  build: {
    target: 'es2022',
    manifest: 'manifest.json',
    // Fonts and pictures inside a style sheet are refused by the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: path.join(import.meta.dirname, 'src/main.tsx'),
      // React's marks for servers mean nothing to a bundle for browsers.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
      // Pieces that several screens use travel together, instead of one request each.
      output: {
        codeSplitting: {
          groups: [{ name: 'kit', test: /node_modules/, minShareCount: 8 }],
        },
      },
    },
  },
})
