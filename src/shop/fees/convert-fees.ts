export { adoptFees, convertFees, countForeignFees } from './store.currency.ts'
