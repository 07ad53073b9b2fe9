import './cli/source-lines.ts'
import { run } from './cli/run.ts'

// Whoever reads the output may stop, as `head` does. The command still does all of its work, and nobody hears of it.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

process.exitCode = await run(process.argv.slice(2))
