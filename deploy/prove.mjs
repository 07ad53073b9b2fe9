// Runs the steps of deploy/Dockerfile without Docker: each stage in an empty folder, COPY from a clean checkout, RUN as it
// stands there. Then starts what came out as another user, asks it whether it is ready, and stops it with SIGTERM.
// Usage, as root: node deploy/prove.mjs [user]
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const user = process.argv[2] ?? 'nobody'
const scratch = mkdtempSync(path.join(os.tmpdir(), 'marquee-image-'))
chmodSync(scratch, 0o755)
const mostMiB = 200
const [uid, gid] = ['-u', '-g'].map(which => Number(execFileSync('id', [which, user])))

const checkout = path.join(scratch, 'checkout')
execFileSync('git', ['clone', '-q', root, checkout])

const stages = new Map()
const settings = {}
let stage = { folder: '' }
let command = []
const lines = readFileSync(path.join(checkout, 'deploy/Dockerfile'), 'utf8').split('\n')
for (const line of lines.filter(one => one !== '' && !one.startsWith('#'))) {
  const [word, ...rest] = line.split(' ')
  const text = rest.join(' ')
  if (word === 'FROM') {
    const name = rest[2] ?? 'last'
    stage = { folder: path.join(scratch, name) }
    mkdirSync(path.join(stage.folder, 'app'), { recursive: true })
    stages.set(name, stage)
  } else if (word === 'COPY') copy(rest)
  else if (word === 'RUN') run(text)
  else if (word === 'ENV')
    Object.assign(settings, Object.fromEntries(rest.map(one => one.split('='))))
  else if (word === 'CMD') command = JSON.parse(text)
  else if (!['WORKDIR', 'USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK'].includes(word)) {
    throw new Error(`deploy/prove.mjs does not know ${word}.`)
  }
}

function copy(words) {
  const from = /^--from=(.*)$/.exec(words[0])?.[1]
  const [to, ...sources] = words.slice(from === undefined ? 0 : 1).toReversed()
  const base = from === undefined ? checkout : stages.get(from).folder
  for (const source of sources) {
    const name = to === './' ? path.basename(source) : to
    const target = path.join(stage.folder, 'app', name)
    cpSync(path.join(base, source), target, { recursive: true, verbatimSymlinks: true })
  }
}

function run(text) {
  console.log(`RUN ${text}`)
  // The folder of the data is outside of the program's.
  if (text.startsWith('install -d')) return
  execFileSync('sh', ['-c', text], { cwd: path.join(stage.folder, 'app'), stdio: 'inherit' })
}

const program = path.join(stage.folder, 'app')
const mib = Number(execFileSync('du', ['-sm', program]).toString().split('\t')[0])
console.log(`Program and dependencies: ${mib} MiB.`)
if (mib > mostMiB) throw new Error(`More than ${mostMiB} MiB.`)

const data = path.join(scratch, 'data')
mkdirSync(data, { mode: 0o700 })
chownSync(data, uid, gid)
const began = performance.now()
const child = spawn(process.execPath, command.slice(1), {
  cwd: program,
  uid,
  gid,
  env: { ...settings, DATA_DIR: data, HOST: '127.0.0.1', PORT: '0', PATH: process.env.PATH },
})
let output = ''
const address = await new Promise((resolve, reject) => {
  const look = chunk => {
    output += chunk
    const found = /answers at (http:\S+)/.exec(output)?.[1]
    if (found) resolve(found)
  }
  child.stdout.on('data', look)
  child.stderr.on('data', look)
  child.once('exit', code => reject(new Error(`Ended with ${code}:\n${output}`)))
})
const ready = await fetch(`${address}/readyz`)
const events = await fetch(`${address}/svc/events/v1/events`)
console.log(
  `Started as ${user} in ${Math.round(performance.now() - began)} ms: ${ready.status}, ${events.status}.`,
)
const missing = missingFiles()
console.log(
  missing.length === 0
    ? 'Scripts, fonts and the first database are there.'
    : `Missing: ${missing.join(', ')}.`,
)
const ended = new Promise(resolve => {
  child.removeAllListeners('exit')
  child.once('exit', resolve)
})
child.kill('SIGTERM')
const code = await ended
console.log(`Ended after SIGTERM with ${code}.`)
rmSync(scratch, { recursive: true, force: true })
if (!ready.ok || !events.ok || code !== 0 || missing.length > 0) process.exit(1)

/** What the program reads beside itself, as far as it is not there: scripts of pages, the first database, fonts. */
function missingFiles() {
  const islands = path.join(program, 'dist/islands')
  const hasScripts = existsSync(islands) && readdirSync(islands).some(file => file.endsWith('.js'))
  const hasCluster = existsSync(path.join(program, 'dist/cluster/empty.tar.gz'))
  const { dependencies } = JSON.parse(readFileSync(path.join(program, 'package.json'), 'utf8'))
  const fonts = Object.keys(dependencies).filter(name => /\/(noto|fonts)-/.test(name))
  const packages = path.join(program, 'node_modules')
  return [
    ...(hasScripts ? [] : ['scripts of pages']),
    ...(hasCluster ? [] : ['the first database']),
    ...fonts.filter(name => !existsSync(path.join(packages, name))),
  ]
}
