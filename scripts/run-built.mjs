// Builds when sources changed, then runs a command of `marquee` in this process, so that signals reach it. The console is
// built by a process beside the service, which answers meanwhile.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildIfChanged, isBuilt } from './build.mjs'
import { canBuildConsole, unfinished, withoutPackages } from './build-console.mjs'

const root = path.resolve(import.meta.dirname, '..')

const serves = process.argv[2] === 'serve'
// Only a service shows the page of the door.
const wanted = ['program', 'islands', 'cluster', ...(serves ? ['door'] : [])]
await Promise.all(wanted.map(buildIfChanged))
if (serves && !isBuilt('console')) buildConsoleBeside()
await import('../bin/marquee.js')

/** An old console is taken away first: it would ask this service for what its own had. */
function buildConsoleBeside() {
  const folder = path.join(root, 'dist/console')
  rmSync(folder, { recursive: true, force: true })
  if (!canBuildConsole(root)) return console.error(withoutPackages)
  mkdirSync(unfinished(folder), { recursive: true })
  const builder = spawn(process.execPath, [path.join(root, 'scripts/build.mjs'), 'console'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  builder.unref()
  if (builder.pid !== undefined) os.setPriority(builder.pid, 15)
  // A build that is not wanted any more would hold a terminal that has its prompt back.
  process.once('exit', () => builder.kill())
}
