import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  betweenRooms,
  breaches,
  findCycle,
  importsOf,
  isAboveAreas,
  requestsOf,
} from './imports.ts'

const root = path.resolve(import.meta.dirname, '../..')
const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map(file => path.join('src', file))
const imports = sources.flatMap(file => importsOf(root, file))

describe('import boundaries', () => {
  test('examine every module of the source tree', () => {
    const seen = new Set(imports.flatMap(({ from, to }) => [from, to]))
    const counted = execFileSync('find', ['src', '-name', '*.ts*', '-not', '-name', '*.test.ts*'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(sources.length).toBe(counted.trim().split('\n').length)
    const unseen = sources.filter(file => !seen.has(file))
    expect(
      unseen.filter(file => readFileSync(path.join(root, file), 'utf8').includes('import ')),
    ).toEqual([])
  })

  test('place every module in an area, except those that put the areas together', () => {
    expect(sources.filter(isAboveAreas).sort()).toEqual([
      'src/app.ts',
      'src/create-deps.ts',
      'src/jobs.ts',
      'src/main.ts',
      'src/namespaces.ts',
    ])
  })

  test('hold for every module, as ARCHITECTURE.md states them', () => {
    expect(breaches(imports)).toEqual([])
  })

  test('form no cycle', () => {
    expect(findCycle(imports)).toBeUndefined()
  })

  test.each([
    [
      'areas look back only',
      'src/catalogue/events/save-event.ts',
      'src/shop/orders/record/rules.ts',
    ],
    ['areas look back only', 'src/messaging/outbox/send-due.ts', 'src/organising/plans/lookup.ts'],
    ['areas look back only', 'src/importing/rules.ts', 'src/web/kit/page.ts'],
    ['areas look back only', 'src/access/users/lookup.ts', 'src/app.ts'],
    ['areas look back only', 'src/shop/cart/change-cart.ts', 'src/create-deps.ts'],
    ['areas look back only', 'src/deps.ts', 'src/shop/payments/gateways.ts'],
    ['areas look back only', 'src/deps.ts', 'src/ticketing/inventory/lanes.ts'],
    ['areas look back only', 'src/ticketing/deps.ts', 'src/shop/cart/lookup.ts'],
    ['areas look back only', 'src/catalogue/events/save-event.ts', 'src/shop/deps.ts'],
    ['areas look back only', 'src/catalogue/additions.ts', 'src/ticketing/tickets/lookup.ts'],
    ['areas look back only', 'src/config/config.ts', 'src/platform/log.ts'],
    ['core is pure', 'src/core/money.ts', 'src/platform/clock.ts'],
    ['rules are pure', 'src/shop/orders/record/rules.ts', 'src/shop/orders/record/store.ts'],
    ['inside stays inside', 'src/shop/cart/change-cart.ts', 'src/ticketing/tickets/store.ts'],
    ['inside stays inside', 'src/web/event-page.ts', 'src/catalogue/events/view.ts'],
    ['inside stays inside', 'src/app.ts', 'src/catalogue/events/store.ts'],
    ['only stores speak SQL', 'src/shop/orders/place-order.ts', 'kysely'],
    ['only stores speak SQL', 'src/shop/orders/restore.ts', 'kysely'],
    ['only stores speak SQL', 'src/shop/orders/storefront.ts', 'kysely'],
    ['pure files import pure packages', 'src/core/money.ts', 'fastify'],
    ['pure files import pure packages', 'src/core/money.ts', 'node:fs'],
    ['pure files import pure packages', 'src/core/money.ts', 'node:crypto'],
    ['pure files import pure packages', 'src/shop/orders/rules.ts', 'stripe'],
    ['pure files import pure packages', 'src/shop/orders/rules.ts', 'node:net'],
    ['inside stays inside', 'src/shop/cart/load-cart.ts', 'src/shop/orders/record/store.ts'],
    [
      'inside stays inside',
      'src/shop/orders/paying/open-payment.ts',
      'src/shop/orders/settling/store.ts',
    ],
    [
      'inside stays inside',
      'src/shop/orders/record/end-order.ts',
      'src/shop/orders/settling/schema.ts',
    ],
    ['inside stays inside', 'src/shop/payments/gateways.ts', 'src/shop/payments/accounts/store.ts'],
    ['only stores speak SQL', 'src/shop/orders/free/place-free-order.ts', 'kysely'],
  ])('catch a planted import that breaks "%s"', (rule, from, to) => {
    expect(breaches([{ from, to }]).map(breach => breach.rule)).toContain(rule)
  })

  test.each([
    [`import '../shop/orders/store.ts'`],
    [`import type { A } from '../shop/orders/store.ts'`],
    [`export * from '../shop/orders/store.ts'`],
    [`export { a } from '../shop/orders/store.ts'`],
    [`const load = async () => (await import('../shop/orders/store.ts')).a`],
  ])('see the import of %s', source => {
    expect(requestsOf('planted.ts', source)).toEqual(['../shop/orders/store.ts'])
  })

  test('refuse an import whose module is known only when it runs', () => {
    const source = 'export const load = (name: string) => import(`./${name}.ts`)'
    expect(() => requestsOf('planted.ts', source)).toThrow('names no module')
  })

  test('let the rooms of a capability import each other one way only', () => {
    expect(findCycle(betweenRooms(imports))).toBeUndefined()
  })

  test('catch rooms that need each other, even when none of their files does', () => {
    const cycle = findCycle(
      betweenRooms([
        {
          from: 'src/shop/orders/settling/settle.ts',
          to: 'src/shop/orders/paying/open-payment.ts',
        },
        {
          from: 'src/shop/orders/paying/cancel-payment.ts',
          to: 'src/shop/orders/settling/rules.ts',
        },
      ]),
    )
    expect(cycle).toHaveLength(3)
  })

  test('catch a planted cycle', () => {
    const cycle = findCycle([
      { from: 'src/a.ts', to: 'src/b.ts' },
      { from: 'src/b.ts', to: 'src/c.ts' },
      { from: 'src/c.ts', to: 'src/a.ts' },
    ])
    expect(cycle).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/a.ts'])
  })

  test.each([
    ['src/shop/orders/free/place-free-order.ts', 'src/shop/orders/record/store.ts'],
    ['src/shop/orders/settling/settle-refunds.ts', 'src/shop/orders/settling/store.ts'],
    ['src/shop/orders/desk/show-order.ts', 'src/shop/orders/settling/lookup.ts'],
    ['src/shop/cart/change-cart.ts', 'src/ticketing/tickets/lookup.ts'],
    ['src/app.ts', 'src/shop/orders/desk/routes.ts'],
    ['src/app.ts', 'src/catalogue/events/routes.ts'],
    ['src/catalogue/events/filters.ts', 'kysely'],
    ['src/catalogue/events/store.lists.ts', 'kysely'],
    ['src/web/order-page.ts', 'src/shop/orders/review.ts'],
    ['src/web/order-page.ts', 'src/shop/orders/restore.ts'],
    ['src/core/zone.ts', 'temporal-polyfill'],
    ['src/access/keys/rules.ts', 'node:crypto'],
  ])('allow the import of %s from %s', (from, to) => {
    expect(breaches([{ from, to }])).toEqual([])
  })
})
