// Builds when sources changed, then runs a command of `marquee` in this process, so that signals reach it.
import { buildIfChanged } from './build.mjs'

await Promise.all(['program', 'islands', 'cluster'].map(buildIfChanged))
await import('../bin/marquee.js')
