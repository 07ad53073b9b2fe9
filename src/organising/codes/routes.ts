import { Type } from 'typebox'
import { fail } from '../../core/errors.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { Answer, Raw } from '../../platform/http/answer/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { codesMost } from '../../shop/coupons/batch-rules.ts'
import { listCoupons } from '../../shop/coupons/list-coupons.ts'
import { findBatch, listBatches } from '../../shop/coupons/lookup.batches.ts'
import { makeBatch } from '../../shop/coupons/make-batch.ts'
import { switchBatch } from '../../shop/coupons/switch-batch.ts'
import type { Deps } from '../deps.ts'
import { mediaTypes, writerOf } from '../lists/export-files.ts'
import { BatchView, batchView } from './batch-shapes.ts'
import { BatchChange, BatchesQuery, BatchList, BatchParams, NewBatch } from './schema.ts'

const access = { needs: 'coupons.write' } as const

/** Many codes at once, and their file (contract.md 42.8). */
export function codeBatchRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/coupon-batches',
    operation: 'createCouponBatch',
    ours: true,
    summary: 'Make many codes with the terms and limits of a coupon',
    access,
    body: NewBatch,
    returns: BatchView,
    status: 201,
    handle: async ({ body, actor, attempt }) =>
      batchView(await makeBatch(actingAs(deps, actor), body, attempt)),
  })
  route(api, {
    method: 'GET',
    path: '/coupon-batches',
    operation: 'listCouponBatches',
    ours: true,
    list: true,
    summary: 'List the batches of codes, with how many orders use them',
    access,
    query: BatchesQuery,
    returns: BatchList,
    handle: async ({ query: { after, limit = 50 }, db }) => {
      const listed = await listBatches(db, { after, limit })
      const rows = listed.slice(0, limit)
      return {
        batches: rows.map(batchView),
        next: listed.length > limit ? (rows.at(-1)?.id ?? null) : null,
      }
    },
  })
  route(api, {
    method: 'PATCH',
    path: '/coupon-batches/:id',
    operation: 'updateCouponBatch',
    ours: true,
    summary: 'Switch all codes of a batch on or off at once',
    access,
    params: BatchParams,
    body: BatchChange,
    returns: BatchView,
    errors: ['coupon-batch-not-found'],
    handle: async ({ params: { id }, body: { status }, actor }) =>
      batchView(await switchBatch(actingAs(deps, actor), id, status)),
  })
  fileRoute(api, deps)
}

const columns = [
  { name: 'code', type: 'text', about: 'What buyers type' },
  { name: 'used', type: 'count', about: 'For how many places it was ordered' },
  {
    name: 'left',
    type: 'count',
    about: 'Places that are left, or else orders; empty without limit',
  },
  { name: 'orders', type: 'count', about: 'How many orders use it' },
  { name: 'link', type: 'text', about: 'The page of its one event with the code' },
] as const

function fileRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/coupon-batches/:id.csv',
    operation: 'exportCouponBatch',
    ours: true,
    list: true,
    summary: 'Export the codes of a batch: code, used, left, orders and link',
    access,
    params: BatchParams,
    returns: Type.Unsafe<Raw>({
      type: 'string',
      contentMediaType: 'text/csv',
      description: `Columns: ${columns.map(({ name, about }) => `\`${name}\` (${about})`).join(', ')}.`,
    }),
    errors: ['coupon-batch-not-found'],
    handle: async ({ params: { id }, db }) => {
      const batch = (await findBatch(db, id)) ?? fail('coupon-batch-not-found')
      const { coupons } = await listCoupons({ ...deps, db }, { batch: id }, codesMost)
      const rows = coupons.toReversed().map(({ slug, limits, used, link, ...left }) => ({
        code: slug,
        used: limits?.places_ordered ?? 0,
        left: left.places_left ?? left.orders_left ?? '',
        orders: used,
        link: link ?? '',
      }))
      const writer = writerOf('csv', { columns, mark: false })
      return new Answer(new Raw([writer.begin(), writer.write(rows)].join(''), mediaTypes.csv), {
        headers: { 'content-disposition': `attachment; filename="codes-${batch.id}.csv"` },
      })
    },
  })
}
