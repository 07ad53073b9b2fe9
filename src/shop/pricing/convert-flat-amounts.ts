export { adoptFlatAmounts, convertFlatAmounts, countForeignAmounts } from './store.flat-amounts.ts'
