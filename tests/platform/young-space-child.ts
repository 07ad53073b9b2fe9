// Prints how many MiB of young objects a thread of each kind may have: one with a small young space, then an ordinary one.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { withSmallYoungSpace } from '../../src/platform/worker/new-worker.ts'

const filling = `
  const { parentPort } = require('node:worker_threads')
  const { getHeapSpaceStatistics } = require('node:v8')
  let kept = []
  for (let count = 0; count < 5_000_000; count += 1) {
    kept.push({ count })
    if (kept.length > 200_000) kept = []
  }
  const young = getHeapSpaceStatistics().find(space => space.space_name === 'new_space')
  parentPort.postMessage(young.space_size / 2 ** 20)
`
const started = () => new Worker(filling, { eval: true })

for (const start of [() => withSmallYoungSpace(started), started]) {
  const [size] = (await once(start(), 'message')) as [number]
  console.log(size)
}
