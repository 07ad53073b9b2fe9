import { Type } from 'typebox'
import * as cart from '../../src/shop/cart/schema.ts'
import * as coupons from '../../src/shop/coupons/schema.ts'
import * as fees from '../../src/shop/fees/schema.ts'

/**
 * The shapes of declared routes, by method and path, so that the typed client knows them at compile time.
 * tests/api/http/typed-client.test.ts compares them with the declarations.
 */
export const declaredShapes = {
  'GET /cart': { query: cart.CartQuery, returns: cart.CartView },
  'POST /cart': { body: cart.CartBody, returns: cart.CartView },
  'POST /coupons/apply': { body: cart.CartCouponBody, returns: cart.Applied },
  'POST /coupons/remove': { body: cart.CartCouponBody, returns: cart.Removed },
  'POST /coupons/validate': { body: cart.CouponBody, returns: cart.Validity },
  'GET /coupons': { returns: Type.Array(coupons.CouponView) },
  'POST /coupons': { body: coupons.NewCoupon, returns: coupons.CouponView },
  'GET /coupons/:id': { params: coupons.CouponParams, returns: coupons.CouponView },
  'PATCH /coupons/:id': {
    params: coupons.CouponParams,
    body: coupons.CouponChanges,
    returns: coupons.CouponView,
  },
  'DELETE /coupons/:id': { params: coupons.CouponParams, returns: coupons.Deleted },
  'GET /fees': { query: fees.FeeQuery, returns: fees.FeeListView },
  'POST /fees': { body: fees.NewFee, returns: fees.FeeView },
  'GET /fees/:id': { params: fees.FeeParams, returns: fees.FeeView },
  'PATCH /fees/:id': { params: fees.FeeParams, body: fees.FeeChanges, returns: fees.FeeView },
  'DELETE /fees/:id': { params: fees.FeeParams, returns: fees.Deleted },
  'GET /tickets/:ticket_id/fees': { params: fees.TicketParams, returns: fees.TicketFeesView },
  'PATCH /tickets/:ticket_id/fees': {
    params: fees.TicketParams,
    body: fees.Selection,
    returns: fees.TicketFeesView,
  },
}
