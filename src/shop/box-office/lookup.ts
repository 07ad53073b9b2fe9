/** What other capabilities may read of the box office. */
export { findBatch } from './store.batches.ts'
