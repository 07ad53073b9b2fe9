import { expect, test } from 'vitest'
import {
  fateOfKey,
  fateOfOption,
  fateOfTable,
  fateOfType,
  fateOfUserKey,
} from '../../src/importing/sources/fates.ts'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { readSql } from '../../src/importing/sources/sql-rows.ts'
import { readDump } from '../../src/importing/sources/dump.ts'
import { fixture } from './moved.ts'

/** Every table, type of post, key and option of the sample, with the number of its rows. */
function contents(): Map<string, number> {
  const columns = new Map<string, readonly string[]>()
  const counts = new Map<string, number>()
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const reader = readSql({
    wants: () => true,
    comment: () => {},
    table: (name, list) => void columns.set(name, list),
    row: (table, _, values) => {
      const of = (column: string) => values[columns.get(table)?.indexOf(column) ?? -1] ?? ''
      const name = table.replace('wp7_', '')
      add(`table ${name}`)
      if (name === 'posts') add(`type ${of('post_type')}`)
      if (name === 'postmeta') add(`key ${of('meta_key')}`)
      if (name === 'usermeta') add(`user key ${of('meta_key')}`)
      if (name === 'options') add(`option ${of('option_name')}`)
    },
  })
  reader.next()
  reader.next(gunzipSync(readFileSync(fixture('sample.sql.gz'))).toString('latin1'))
  reader.next(undefined)
  return counts
}

const fates = {
  table: fateOfTable,
  type: fateOfType,
  key: fateOfKey,
  'user key': fateOfUserKey,
  option: fateOfOption,
}

test('every table, type, key and option of the sample is taken, or the report has it with all its rows and the reason', async () => {
  const site = await readDump(fixture('sample.sql.gz'))
  await site.close()
  const left = new Map(
    site.left.map(({ what, name, rows, why }) => [`${what} ${name}`, { rows, why }]),
  )
  const all = [...contents()]
  expect(all.length).toBeGreaterThan(200)
  const forgotten = all.flatMap(([thing, rows]) => {
    const [, what = '', name = ''] = /^(user key|\w+) (.*)$/s.exec(thing) ?? []
    if (fates[what as keyof typeof fates](name) === 'taken') return []
    const told = left.get(`${what.replace('user ', '')} ${name}`)
    return told?.rows === rows && told.why !== ''
      ? []
      : [`${thing}: ${rows} rows, the report has ${told?.rows}`]
  })
  expect(forgotten).toEqual([])
})
