import type { Asking } from './example-story-of-staff.ts'

/** Looks codes up, and makes many like this coupon. */
export async function codeStory(ask: Asking, template: number) {
  await ask('findCoupons', { query: { search: 'spring' } })
  const batch = { template, tag: 'sponsors' }
  await ask('createCouponBatch', { body: { ...batch, count: 2, prefix: 'SPONSOR-' } })
  const brought = await ask('importCouponBatch', {
    body: { ...batch, csv: 'code,name\nCHOIR-1,The choir\nspring,Taken\n' },
  })
  await ask('updateCouponBatch', { path: { id: brought.batch.id }, body: { status: 'inactive' } })
  await ask('listCouponBatches')
  await ask('exportCouponBatch', { path: { id: brought.batch.id } })
}
