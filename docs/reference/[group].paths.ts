import { readFileSync } from 'node:fs'
import path from 'node:path'
import { groupPages, type OpenApi } from '../.vitepress/interface-pages.ts'

const file = path.resolve(import.meta.dirname, '../openapi.json')

/** A page for each group of operations, and one for the shapes of records, made of docs/openapi.json. */
export default {
  watch: [file],
  paths() {
    const pages = groupPages(JSON.parse(readFileSync(file, 'utf8')) as OpenApi)
    return Object.entries(pages).map(([group, content]) => ({ params: { group }, content }))
  },
}
