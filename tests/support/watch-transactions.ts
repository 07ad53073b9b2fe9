import { watchTransactions } from '../../src/platform/db/guard.ts'

watchTransactions()
