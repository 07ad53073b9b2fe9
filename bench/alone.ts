import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import Fastify from 'fastify'
import pg from 'pg'
import { createPool } from '../src/platform/db/pool.ts'
import { Connection, post } from './connection.ts'

/** Milliseconds, medians. */
export type AloneCeiling = {
  /** Inserting and durably committing one row, over a connection to the database. */
  commit: number
  /** Three requests to the bare framework, one after the other, each of which commits one such row: the least of a paid order. */
  threeRequests: number
}

const table = 'create table if not exists bench_commits (id bigint generated always as identity)'
const insert = { name: 'commit', text: 'insert into bench_commits default values' }
const warmUps = 500

/** What one buyer alone can hope for, with nobody else on this machine. */
export async function measureAloneCeiling(url: string, seconds: number): Promise<AloneCeiling> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(table)
  const commit = await medianOf(() => client.query(insert), seconds)
  await client.end()
  const bare = await startBare(url)
  const connection = await Connection.open(bare.port, '127.0.0.1')
  const order = async () => {
    for (let request = 0; request < 3; request += 1) {
      const { status } = await connection.send(post('/', '{}'))
      if (status !== 200) throw new Error(`The bare framework answered ${status}.`)
    }
  }
  const threeRequests = await medianOf(order, seconds)
  connection.close()
  await bare.stop()
  return { commit, threeRequests }
}

async function medianOf(work: () => Promise<unknown>, seconds: number): Promise<number> {
  for (let round = 0; round < warmUps; round += 1) await work()
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

async function startBare(url: string) {
  const child = fork(path.join(import.meta.dirname, 'alone.ts'), ['bare'], {
    execArgv: ['--import', 'tsx'],
  })
  child.send(url)
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** The bare framework, in a process of its own like the service. */
async function serveCommits(connectionString: string) {
  const pool = createPool({ connectionString, max: 10 }, async () => {})
  const app = Fastify()
  app.post('/', async () => {
    await pool.query(insert)
    return { committed: true }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
}

if (process.argv[2] === 'bare' && process.argv[1]?.endsWith('alone.ts') === true) {
  process.once('message', (url: string) => void serveCommits(url))
}
