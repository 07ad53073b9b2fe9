// `npm run dev`: the service from its sources, with the checks that only developers need.
import { watchTransactions } from '../src/platform/db/guard.ts'

watchTransactions()
await import('../src/main.ts')
