export { adoptCoupons, convertCoupons, countForeignCoupons } from './store.currency.ts'
