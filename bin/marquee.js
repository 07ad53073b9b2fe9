#!/usr/bin/env node
import { existsSync } from 'node:fs'

const program = new URL('../dist/program/main.js', import.meta.url)

// Node has this from version 21 on. Without it the database driver loads all of node's web client at the start, to find out where it runs.
globalThis.navigator ??= { userAgent: 'Node.js' }

if (existsSync(program)) {
  await import(program.href)
} else {
  console.error('Marquee is not built yet; run `npm run build` in its folder first.')
  process.exitCode = 1
}
