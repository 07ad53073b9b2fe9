import './cli/source-lines.ts'
import { run } from './cli/run.ts'

// Whoever reads the output may stop, as `head` does; the command still does all of its work. Output that is lost
// otherwise, as on a full disk, makes it fail.
let lost: Error | undefined
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost ??= error
  })
}

process.on('exit', code => {
  if (code !== 0 || !lost) return
  console.error(`The output was not written: ${lost.message}.`)
  process.exitCode = 1
})

process.exitCode = await run(process.argv.slice(2))
