// `npm run dev`: runs the service from its sources, with the checks that only developers need.
import { watchTransactions } from '../src/platform/db/guard.ts'

process.env['DEV_PAGES'] ??= 'on'

watchTransactions()
await import('../src/main.ts')
