// Prints what the changelog says about a release: `node scripts/release-notes.mjs v0.2.0`. Fails when package.json has another
// version, or the changelog has no section for it.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const read = file => readFileSync(path.join(root, file), 'utf8')
const [tag = ''] = process.argv.slice(2)
const { version } = JSON.parse(read('package.json'))
const [, ...sections] = read('CHANGELOG.md').split(/^## /m)
const own = sections.find(section => section.split(/\s/, 1)[0] === version)

if (tag !== `v${version}`) {
  console.error(
    `The tag is ${tag || 'missing'}, and package.json has version ${version}: the tag has to be v${version}.`,
  )
  process.exitCode = 1
} else if (own === undefined) {
  console.error(`CHANGELOG.md has no section "## ${version}".`)
  process.exitCode = 1
} else {
  console.log(own.slice(own.indexOf('\n')).trim())
}
