// Builds when sources changed, then runs a command of `marquee` in this same process, so that signals reach it.
import { buildIfChanged } from './build.mjs'

await buildIfChanged('program')
await import('../bin/marquee.js')
