import fc from 'fast-check'

/**
 * Every random test of the short run uses one seed, so that a passed run passes again. `LONG=1` uses new
 * seeds; fast-check prints the seed of a failure, and `SEED` repeats it.
 */
const named = process.env['SEED']
const isLong = process.env['LONG'] !== undefined
if (named !== undefined || !isLong) fc.configureGlobal({ seed: Number(named ?? 1) })
