import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import { createLanes, type LaneKind, refused } from '../../src/ticketing/inventory/lanes.ts'
import { openTestDatabase } from '../support/database.ts'
import { anEvent } from './fixtures.ts'
import { recording, write } from './recording.ts'

const database = await openTestDatabase()
const { db } = database
const log = { warn: () => {} }
let eventId = 0
beforeAll(async () => {
  eventId = await anEvent(db)
})
afterAll(() => database.close())

/** A kind whose first batch ends only when the test lets it. */
function stuck() {
  let goOn = () => {}
  const until = new Promise<void>(resolve => {
    goOn = resolve
  })
  const kind: LaneKind<number, number> = {
    name: 'stuck',
    settle: async (_, requests) => {
      await until
      return requests
    },
  }
  return { kind, goOn: () => goOn() }
}

async function written() {
  const { rows } = await sql<{ request: number }>`
    delete from facts where name = 'lane' returning (payload->>'request')::integer as request
  `.execute(db)
  return rows.map(({ request }) => request).sort((a, b) => a - b)
}

describe('lanes', () => {
  test('start a lone request at once, and settle those that arrive meanwhile together, in order', async () => {
    const lanes = createLanes({ db, log })
    const batches: number[][] = []
    const kind = recording(batches)
    const answers = await Promise.all([1, 2, 3, 4].map(n => lanes.run([eventId], kind, n)))
    expect(answers).toEqual([10, 20, 30, 40])
    expect(batches).toEqual([[1], [2, 3, 4]])
    expect(await written()).toEqual([1, 2, 3, 4])
  })

  test('limit the size of a batch, and never make one event wait for another', async () => {
    const lanes = createLanes({ db, log, batchMax: 2 })
    const other = await anEvent(db)
    const batches: number[][] = []
    const kind = recording(batches)
    const numbers = [1, 2, 3, 4, 5]
    await Promise.all([
      ...numbers.map(n => lanes.run([eventId], kind, n)),
      lanes.run([other], kind, 9),
    ])
    expect(batches.map(batch => batch.length).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2])
    expect(await written()).toEqual([1, 2, 3, 4, 5, 9])
  })

  test('put requests of one kind into one transaction, in their order, and lock before any work', async () => {
    const lanes = createLanes({ db, log })
    const steps: string[] = []
    const transactions: number[] = []
    const kind = (name: string): LaneKind<string, string> => ({
      name,
      locks: {
        carts: {
          ids: async (_, requests) => requests.map(Number).toReversed(),
          lock: async (_, ids) => void steps.push(`lock carts ${ids.join()}`),
        },
        ...(name === 'a' && {
          orders: {
            ids: async () => [7],
            lock: async (_, ids) => void steps.push(`lock orders ${ids.join()}`),
          },
        }),
      },
      settle: async (tx, requests) => {
        const { rows } = await sql<{ xid: number }>`select txid_current() as xid`.execute(tx)
        transactions.push(rows[0]!.xid)
        steps.push(`settle ${name} ${requests.join()}`)
        return requests
      },
    })
    const [a, b] = [kind('a'), kind('b')]
    const first = lanes.run([eventId], recording([]), 0)
    await Promise.all([
      first,
      lanes.run([eventId], b, '1'),
      lanes.run([eventId], a, '2'),
      lanes.run([eventId], b, '3'),
    ])
    expect(steps).toEqual([
      'lock carts 3,1',
      'settle b 1,3',
      'lock carts 2',
      'lock orders 7',
      'settle a 2',
    ])
    expect(new Set(transactions).size).toBe(2)
    await written()
  })

  test('keep a refused request from undoing its neighbours', async () => {
    const lanes = createLanes({ db, log })
    const kind: LaneKind<number, number> = {
      name: 'picky',
      settle: async (tx, requests) => {
        await write(
          tx,
          requests.filter(request => request !== 2),
        )
        return requests.map(request =>
          request === 2 ? refused(new AppError('sale-is-busy')) : request,
        )
      },
    }
    const answers = await Promise.allSettled([1, 2, 3].map(n => lanes.run([eventId], kind, n)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await written()).toEqual([1, 3])
  })

  test('let a failing request fail alone, and run its neighbours one by one', async () => {
    const lanes = createLanes({ db, log })
    const batches: number[][] = []
    const kind = recording(batches, request => {
      if (request === 3) throw new Error('bad luck')
    })
    const answers = await Promise.allSettled([1, 2, 3, 4].map(n => lanes.run([eventId], kind, n)))
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(batches).toEqual([[1], [2, 3, 4], [2], [3], [4]])
    expect(await written()).toEqual([1, 2, 4])
  })

  test.each(['40001', '40P01', '55P03'])('run the whole batch again after error %s', async code => {
    const lanes = createLanes({ db, log })
    let runs = 0
    const kind: LaneKind<number, number> = {
      name: 'unlucky',
      settle: async (tx, requests) => {
        runs += 1
        await write(tx, requests)
        if (runs < 3)
          await sql.raw(`do $$ begin raise 'again' using errcode = '${code}'; end $$`).execute(tx)
        return requests
      },
    }
    expect(await lanes.run([eventId], kind, 7)).toBe(7)
    expect(await written()).toEqual([7])
    expect(runs).toBe(3)
  })

  test('tell a request that the crowd left no time for to come again', async () => {
    const lanes = createLanes({ db, log })
    const kind: LaneKind<number, number> = {
      name: 'crowded',
      settle: async tx => {
        await sql.raw(`do $$ begin raise 'again' using errcode = '55P03'; end $$`).execute(tx)
        return []
      },
    }
    await expect(lanes.run([eventId], kind, 1)).rejects.toMatchObject({
      code: 'sale-is-busy',
      status: 429,
    })
  })

  test('limit the number of waiting requests', async () => {
    const lanes = createLanes({ db, log, waitingMax: 2 })
    const kind = recording([])
    const answers = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(n => lanes.run([eventId], kind, n)),
    )
    const refusals = answers.flatMap(answer =>
      answer.status === 'rejected' ? [answer.reason] : [],
    )
    expect(refusals).toHaveLength(2)
    expect(refusals[0]).toMatchObject({ code: 'sale-is-busy', retryAfterSeconds: 1 })
    await written()
  })

  test('tell a request that waits too long for its turn to come again', async () => {
    const lanes = createLanes({ db, log, waitMaxMs: 200 })
    const { kind, goOn } = stuck()
    const first = lanes.run([eventId], kind, 1)
    const second = lanes.run([eventId], recording([]), 2)
    await expect(second).rejects.toMatchObject({ code: 'sale-is-busy', retryAfterSeconds: 2 })
    await expect(first, 'what was begun has no certain end').rejects.toMatchObject({
      code: 'rest_unavailable',
      retryAfterSeconds: 2,
    })
    expect([lanes.waiting(), lanes.oldestWaitSeconds(), lanes.givenUp()]).toEqual([0, 0, 2])
    goOn()
    await lanes.drain()
    expect(await written()).toEqual([])
  })

  test('warn once about a sale that stands still, not for every buyer', async () => {
    const warnings: unknown[] = []
    const told = { warn: (found: unknown) => void warnings.push(found) }
    const lanes = createLanes({ db, log: told, waitMaxMs: 200 })
    const { kind, goOn } = stuck()
    const buyers = [1, 2, 3].map(n => lanes.run([eventId], kind, n))
    await Promise.allSettled(buyers)
    goOn()
    await lanes.drain()
    await vi.waitFor(() => expect(warnings).toMatchObject([{ waiting: 3, blockers: [] }]))
  })

  test('answer accepted requests when they are drained, and refuse later ones', async () => {
    const lanes = createLanes({ db, log })
    const kind = recording([])
    const accepted = Promise.all([1, 2, 3].map(n => lanes.run([eventId], kind, n)))
    await lanes.drain()
    expect(await written()).toEqual([1, 2, 3])
    expect(await accepted).toEqual([10, 20, 30])
    await expect(lanes.run([eventId], kind, 4)).rejects.toMatchObject({ code: 'rest_unavailable' })
  })

  test('have one for requests over several events, or none', async () => {
    const lanes = createLanes({ db, log })
    const batches: number[][] = []
    const kind = recording(batches)
    const other = await anEvent(db)
    await Promise.all([
      lanes.run([eventId, other], kind, 1),
      lanes.run([], kind, 2),
      lanes.run([eventId, eventId], kind, 3),
    ])
    expect(batches.map(batch => batch.length)).toEqual([1, 1, 1])
    await written()
  })
})
