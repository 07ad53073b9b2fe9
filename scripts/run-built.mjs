// Builds when sources changed, then runs a command of `marquee` in this same process, so that signals reach it.
await import('./build-if-changed.mjs')
await import('../bin/marquee.js')
