import { expect, test } from 'vitest'
import { createBudgets } from '../../src/platform/budgets/budgets.ts'
import { budgetJobs } from '../../src/platform/budgets/jobs.ts'
import { addToSums } from '../../src/platform/budgets/store.ts'
import { openTestDatabase } from '../support/database.ts'
import { movableClock } from '../support/movable-clock.ts'
import { sharedSums } from '../support/shared-sums.ts'
import { testStart } from '../support/start-app.ts'

const database = await openTestDatabase()
const { db } = database
const clock = movableClock(testStart)

/** All calls of `addToSums`, from every process. */
let statements = 0

function aProcess({ on = true, share = addToSums.bind(undefined, db) } = {}) {
  return createBudgets({
    clock,
    on,
    log: { warn: () => {} },
    secret: () => Buffer.alloc(32, 1),
    share: (told, now) => {
      statements += 1
      return share(told, now)
    },
  })
}

let names = 0
const terms = (limit: number) => ({ name: `test ${(names += 1)}`, limit, windowSeconds: 60 })

test('one process allows exactly the limit in a window, and again in the next', async () => {
  const budgets = aProcess()
  const budget = budgets.budget(terms(5))
  const taken = Array.from({ length: 7 }, () => budget.take('here'))
  expect(taken).toEqual([true, true, true, true, true, false, false])
  expect(budget.isSpent('elsewhere')).toBe(false)
  clock.advance(59)
  expect([budget.isSpent('here'), budget.secondsLeft('here')]).toEqual([true, 1])
  clock.advance(1)
  expect(budget.take('here')).toBe(true)
  await budgets.drain()
})

test('a cost known only after the work may exceed the limit, and the next request then waits', async () => {
  const budgets = aProcess()
  const budget = budgets.budget(terms(1000))
  budget.demand('here')
  budget.add('here', 1700.5)
  expect(budget.spent('here')).toBe(1700.5)
  expect(() => budget.demand('here')).toThrow('Too many requests')
  await budgets.drain()
})

test('a counter far from its limit causes no statement', async () => {
  const budgets = aProcess()
  const budget = budgets.budget(terms(1000))
  const before = statements
  for (let key = 0; key < 500; key += 1) budget.add(`network ${key}`, 99)
  await budgets.drain()
  expect(statements - before).toBe(0)
})

test('many counters near their limits are written in one statement', async () => {
  const budgets = aProcess()
  const budget = budgets.budget(terms(10))
  const before = statements
  for (let key = 0; key < 200; key += 1) budget.add(`network ${key}`, 2)
  await budgets.drain()
  expect(statements - before).toBe(1)
})

test.each([2, 4, 8])(
  '%i processes together allow the limit, and each at most one step more',
  async many => {
    const common = terms(1000)
    const processes = Array.from({ length: many }, () => aProcess())
    const budgets = processes.map(one => one.budget(common))
    let allowed = 0
    for (let request = 0; request < 3000; request += 1) {
      const at = request % many
      if (budgets[at]?.take('here')) allowed += 1
      await processes[at]?.drain()
    }
    expect(allowed).toBeGreaterThanOrEqual(1000)
    expect(allowed).toBeLessThanOrEqual(1000 + many * 100)
  },
)

test('an exact counter is exact over all processes, even for simultaneous requests, and can be given back', async () => {
  const common = terms(10)
  const processes = Array.from({ length: 4 }, () => {
    const budgets = aProcess()
    return { budgets, budget: budgets.budget(common) }
  })
  const sums = await Promise.all(
    processes.flatMap(({ budgets, budget }) =>
      [1, 2, 3].map(async () => (await budgets.settle([{ budget, key: 'here', cost: 1 }]))[0]),
    ),
  )
  expect(sums.sort((a = 0, b = 0) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const { budgets, budget } = processes[0]!
  expect(await budgets.settle([{ budget, key: 'here', cost: -12 }])).toEqual([0])
  expect(budget.isSpent('here')).toBe(false)
})

test('a restarted process knows the exact counters until their window ends', async () => {
  const common = terms(3)
  const [first, second] = [aProcess(), aProcess()]
  await first.settle([{ budget: first.budget(common), key: 'here', cost: 3 }])
  clock.advance(30)
  const budget = second.budget(common)
  expect(await second.settle([{ budget, key: 'here', cost: 1 }])).toEqual([4])
  expect([budget.isSpent('here'), budget.secondsLeft('here')]).toEqual([true, 30])
  clock.advance(30)
  expect(await second.settle([{ budget, key: 'here', cost: 1 }])).toEqual([1])
})

test('processes that settle the same counters in different orders do not deadlock', async () => {
  const common = terms(1000)
  const other = terms(1000)
  const processes = [aProcess(), aProcess(), aProcess(), aProcess()]
  await Promise.all(
    processes.map(async (budgets, at) => {
      const costs = [common, other].flatMap(each =>
        ['a', 'b', 'c'].map(key => ({ budget: budgets.budget(each), key, cost: 1 })),
      )
      for (let round = 0; round < 10; round += 1) {
        await budgets.settle(at % 2 === 0 ? costs : costs.toReversed())
      }
    }),
  )
  const [one] = processes
  expect(await one!.settle([{ budget: one!.budget(common), key: 'a', cost: 0 }])).toEqual([40])
})

test('while the database is unreachable each process counts alone, and writes its counts later', async () => {
  const sums = sharedSums()
  let isAway = true
  const share: typeof sums = (told, now) =>
    isAway ? Promise.reject(new Error('no database')) : sums(told, now)
  const common = terms(10)
  const alone = aProcess({ share })
  const budget = alone.budget(common)
  for (let request = 0; request < 6; request += 1) expect(budget.take('here')).toBe(true)
  await alone.drain()
  await expect(alone.settle([{ budget, key: 'here', cost: 1 }])).rejects.toThrow('no database')
  isAway = false
  expect(await alone.settle([{ budget, key: 'here', cost: 1 }])).toEqual([7])
})

test('with limits switched off, only the budgets that always apply are counted and written', async () => {
  const budgets = aProcess({ on: false })
  const budget = budgets.budget(terms(1))
  const before = statements
  for (let request = 0; request < 10; request += 1) expect(budget.take('here')).toBe(true)
  expect(await budgets.settle([{ budget, key: 'here', cost: 5 }])).toEqual([0])
  expect(statements - before).toBe(0)
  const always = budgets.budget({ ...terms(1), always: true })
  expect([always.take('here'), always.take('here')]).toEqual([true, false])
})

test('the database stores neither addresses nor names, and deletes windows that have ended', async () => {
  const budgets = aProcess()
  const address = '203.0.113.77'
  await budgets.settle([{ budget: budgets.budget(terms(10)), key: address, cost: 1 }])
  const rows = await db.selectFrom('budgets').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  const stored = rows.map(({ key }) => key.toString('latin1')).join()
  expect(stored).not.toContain(address)
  expect(new Set(rows.map(({ key }) => key.length))).toEqual(new Set([16]))
  clock.advance(61)
  await Object.values(budgetJobs({ db, clock }).handlers)[0]?.run()
  expect(await db.selectFrom('budgets').selectAll().execute()).toEqual([])
  await database.close()
})
