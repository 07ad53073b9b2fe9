// Builds when sources changed, then runs a command of `marquee` in this process, so that signals reach it.
import { buildIfChanged } from './build.mjs'

await buildIfChanged('program')
await buildIfChanged('islands')
await import('../bin/marquee.js')
