import {
  amountOrNone,
  countryOrNone,
  daysOrOff,
  oneOf,
  option,
  wholeNumber,
} from './setting-kinds.ts'

/** Settings about what staff may do. */
export const staffOptions = {
  refundsADay: option({
    env: 'REFUNDS_A_DAY',
    doc: 'What all people together may give back within 24 hours, an amount in the currency of the site, such as 2000. Administrators may go beyond it. Empty is no limit.',
    parse: amountOrNone,
    fallback: '',
  }),
  refundsConfirmedAbove: option({
    env: 'REFUNDS_CONFIRMED_ABOVE',
    doc: 'A refund of more than this amount, in the currency of the site, needs a browser that signed in or confirmed within ten minutes.',
    parse: amountOrNone,
    fallback: '0',
  }),
  refundsASecond: option({
    env: 'REFUNDS_A_SECOND',
    doc: 'How many refunds of a run are begun in a second, in all processes together. 0 is no limit.',
    parse: wholeNumber(0, 1000),
    fallback: 5,
  }),
  retentionDays: option({
    env: 'RETENTION_DAYS',
    doc: 'How many days after the last event of an order names, addresses, notes and the like in it are emptied, or `off`. Amounts and books stay.',
    parse: daysOrOff,
    fallback: 0,
  }),
  deskCash: option({
    env: 'DESK_CASH',
    doc: 'Whether the desk takes cash. With `off` sales, voids and moves of tills in cash are refused; open tills can still be closed.',
    parse: oneOf('on', 'off'),
    fallback: 'on',
  }),
  sellerCountry: option({
    env: 'SELLER_COUNTRY',
    doc: "Where the seller is taxed, as two letters such as DE. The settings then say what that country's law asks of whoever takes cash.",
    parse: countryOrNone,
    fallback: '',
  }),
  secondFactor: option({
    env: 'SECOND_FACTOR',
    doc: '`required` demands a second factor of everybody who may give money back or let others in; `optional` of nobody.',
    parse: oneOf('optional', 'required'),
    fallback: 'optional',
  }),
}
