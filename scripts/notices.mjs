// The copyright notices and licences of the packages inside a bundle. Their licences ask that these go where the code goes.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const line = '='.repeat(80)

/** The text of the notices; empty when a bundle has no code of other people. `metafile` is that of esbuild. */
export function noticesOf(root, { outputs }) {
  const inputs = Object.values(outputs).flatMap(output => Object.keys(output.inputs))
  const folders = [...new Set(inputs.flatMap(input => folderOf(input) ?? []))].sort()
  if (folders.length === 0) return ''
  const entries = new Set(folders.map(folder => entryOf(path.join(root, folder))))
  return [
    'Marquee contains code of the packages below. Each is followed by its licence, as its authors wrote it.',
    ...entries,
  ].join(`\n\n${line}\n`)
}

/** The folder of the package that a file belongs to, relative to the root. What a plugin made of a file has a prefix. */
const folderOf = input => /^(?![\w-]+:).*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0]

function entryOf(folder) {
  const read = file => readFileSync(path.join(folder, file), 'utf8').trim()
  const { name, version, license, author } = JSON.parse(read('package.json'))
  const files = readdirSync(folder).sort()
  const texts = files.filter(file => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(file)).map(read)
  if (texts.length === 0 && license === undefined) throw new Error(`${name} has no licence.`)
  const readme = files.find(file => /^readme/i.test(file))
  const section = /^#+ *licen[cs]e\b.*$([\s\S]*?)(?=^#|(?![\s\S]))/im.exec(
    readme ? read(readme) : '',
  )
  const by = typeof author === 'string' ? author : author?.name
  const instead = [`Author: ${by ?? 'not named'}. The package has no file with its licence.`]
  if (section) instead.push(section[1].trim())
  const title = [`${name} ${version}`, ...(license === undefined ? [] : [license])].join(': ')
  return [title, ...(texts.length === 0 ? instead : texts)].join('\n\n')
}
