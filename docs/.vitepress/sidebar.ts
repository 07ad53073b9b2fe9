import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

type Entry = [title: string, link: string]

const start: Entry[] = [
  ['Five-minute start', '/start'],
  ['Clients of The Events Calendar', '/existing-clients'],
]
const develop: Entry[] = [
  ['Selling through the interface', '/develop/selling'],
  ['Typed client', '/develop/client'],
  ['Payments', '/develop/payments'],
  ['Running an event', '/develop/running-an-event'],
  ['Following changes', '/develop/changes'],
  ['Embedding in a site', '/develop/embedding'],
]
const organise: Entry[] = [
  ['The console', '/organise/console'],
  ['Codes', '/organise/codes'],
  ['The box office', '/organise/box-office'],
  ['The door', '/organise/door'],
  ['Orders through the interface', '/organise/orders'],
  ['Calling an evening off', '/organise/calling-off'],
  ['After the evening', '/organise/after-the-evening'],
]
const operate: Entry[] = [
  ['Install', '/operate/install'],
  ['Settings', '/configuration'],
  ['Moving in', '/operate/moving-in'],
  ['TLS and proxies', '/operate/proxy'],
  ['Sizing', '/operate/sizing'],
  ['Watching', '/operate/watching'],
  ['Backup', '/operate/backup'],
  ['Upgrading', '/operate/upgrading'],
  ['When something breaks', '/operating'],
]
const reference: Entry[] = [
  ['Interface', '/reference/'],
  ['Errors', '/errors'],
  ['Settings', '/configuration'],
  ['The contract', '/contract'],
  ['Words and states', '/domain'],
  ['Benchmarks', '/benchmarks'],
  ['Threat model', '/threat-model'],
]
const project: Entry[] = [
  ['Changelog', '/changelog'],
  ['Developing Marquee', '/developing'],
  ['Writing', '/writing'],
]

/** The contents of the site, in reading order; every page of docs/ is in it. */
export function sidebar(docs: string) {
  return [
    section('Start', start),
    section('For developers', develop),
    section('For organisers', organise),
    section('For operators', operate),
    section('Reference', reference),
    section('The project', project),
    { ...section('Decisions', decisions(docs)), collapsed: true },
  ]
}

const section = (text: string, entries: Entry[]) => ({
  text,
  items: entries.map(([title, link]) => ({ text: title, link })),
})

function decisions(docs: string): Entry[] {
  const folder = path.join(docs, 'decisions')
  return readdirSync(folder)
    .filter(file => file.endsWith('.md') && !file.startsWith('0000'))
    .toSorted()
    .map(file => {
      const [heading = ''] = readFileSync(path.join(folder, file), 'utf8').split('\n', 1)
      return [heading.replace(/^# /, ''), `/decisions/${path.basename(file, '.md')}`]
    })
}
