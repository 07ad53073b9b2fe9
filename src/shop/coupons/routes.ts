import { Type } from 'typebox'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { windowProblems } from '../pricing/read-window.ts'
import { changeCoupon, createCoupon } from './save-coupon.ts'
import { CouponChanges, CouponParams, CouponView, Deleted, NewCoupon } from './schema.ts'
import { deleteCoupon } from './delete-coupon.ts'
import { findCouponRow, listCoupons } from './store.ts'
import { couponView } from './view.ts'

const access = { needs: 'coupons.write' } as const

const versioned = {
  record: 'coupon',
  id: ({ params }: { params: { id: number } }) => params.id,
}

/** The administrators' routes of coupons. The buyers' routes are in shop/cart. */
export function couponRoutes(api: Api, deps: Deps) {
  const { db, config } = deps
  route(api, {
    method: 'GET',
    path: '/coupons',
    summary: 'List all coupons',
    access,
    returns: Type.Array(CouponView),
    handle: async () => (await listCoupons(db)).map(row => couponView(row, config)),
  })
  route(api, {
    method: 'POST',
    path: '/coupons',
    summary: 'Add a coupon',
    access,
    body: NewCoupon,
    record: CouponView,
    returns: CouponView,
    errors: ['tickets_create_coupon_error', 'tickets_coupon_exists'],
    check: async ({ body }) => windowProblems(body, deps),
    handle: async ({ body, actor, attempt }) =>
      couponView(await createCoupon(actingAs(deps, actor), body, attempt), config),
  })
  couponRecordRoutes(api, deps)
}

function couponRecordRoutes(api: Api, deps: Deps) {
  const { db, config } = deps
  route(api, {
    method: 'GET',
    path: '/coupons/:id',
    summary: 'Read a coupon',
    access,
    params: CouponParams,
    versioned,
    returns: CouponView,
    errors: ['tickets_coupon_not_found'],
    handle: async ({ params }) =>
      couponView((await findCouponRow(db, params.id)) ?? fail('tickets_coupon_not_found'), config),
  })
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path: '/coupons/:id',
    summary: 'Change a coupon',
    access,
    params: CouponParams,
    versioned,
    body: CouponChanges,
    returns: CouponView,
    errors: ['tickets_coupon_not_found', 'tickets_coupon_exists'],
    check: async ({ body }) => windowProblems(body, deps),
    handle: async ({ params, body, actor }) =>
      couponView(await changeCoupon(actingAs(deps, actor), params.id, body), config),
  })
  route(api, {
    method: 'DELETE',
    path: '/coupons/:id',
    summary: 'Delete a coupon; carts lose it, orders keep what they were given',
    access,
    params: CouponParams,
    versioned,
    returns: Deleted,
    errors: ['tickets_coupon_not_found'],
    handle: async ({ params, actor }) => {
      await deleteCoupon(actingAs(deps, actor), params.id)
      return { deleted: true }
    },
  })
}
