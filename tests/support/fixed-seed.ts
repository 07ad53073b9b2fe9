import fc from 'fast-check'

/**
 * Every random test of the short run draws from one seed, so that a run that passed passes again. `LONG=1` draws anew
 * each time; fast-check prints the seed of what fails, and `SEED` repeats it.
 */
const named = process.env['SEED']
const isLong = process.env['LONG'] !== undefined
if (named !== undefined || !isLong) fc.configureGlobal({ seed: Number(named ?? 1) })
