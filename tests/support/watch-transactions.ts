import { watchTransactions } from '../../src/platform/db/guard.ts'
import { hasOnce } from './database.ts'

// It costs a tenth of a run, and what it finds does not depend on the database.
if (hasOnce) watchTransactions()
