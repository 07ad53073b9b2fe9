// Makes an empty database cluster for first starts of the embedded database: `node scripts/make-cluster.mjs file.tar.gz`.
import { renameSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

const [file = ''] = process.argv.slice(2)
const lite = await PGlite.create()
await lite.exec('checkpoint')
const cluster = await lite.dumpDataDir('gzip')
writeFileSync(`${file}.new`, Buffer.from(await cluster.arrayBuffer()))
renameSync(`${file}.new`, file)
// Closing the engine would only change its memory.
process.exit(0)
