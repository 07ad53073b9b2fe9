export { type BatchRow, findBatch, listBatches } from './store.batches.ts'
