/** What other capabilities may read of the box office. */
export { type BatchRow, findBatch } from './store.batches.ts'
