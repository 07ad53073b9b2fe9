// Builds each named kind of output (see build.mjs) when something changed that it is made from.
import { buildIfChanged } from './current-build.mjs'

for (const kind of process.argv.slice(2)) await buildIfChanged(kind)
