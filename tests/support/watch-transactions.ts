import { watchTransactions } from '../../src/platform/db/guard.ts'
import { hasOnce } from './database.ts'

// Watching costs a tenth of a run, and its findings do not depend on the database.
if (hasOnce) watchTransactions()
