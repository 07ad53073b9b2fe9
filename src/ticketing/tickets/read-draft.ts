import { fail, failParams, type ParamProblem } from '../../core/errors.ts'
import {
  exactDecimal,
  exponentOf,
  formatDecimal,
  largestAmount,
  parseAmount,
} from '../../core/money.ts'
import { plainText, plainTitle } from '../../core/text.ts'
import { isDayAlone, namesZone, parseWhen, type When } from '../../core/time.ts'
import { truthy } from '../../core/truthy.ts'
import type { StockMode } from '../inventory/plan-capacity.ts'
import type { NamesRule } from './rules.ts'
import type { TicketFields } from './schema.ts'

/** The ticket a client asks for. Absent members stay as they are; null removes a value. */
export type TicketDraft = {
  name?: string
  description?: string
  showDescription?: boolean
  priceMinor?: number
  sku?: string
  names?: NamesRule
  menuOrder?: number
  minPerOrder?: number
  maxPerOrder?: number
  hidden?: boolean
  /** `YYYY-MM-DD`, `HH:MM:SS`, or "" for no value. */
  startDate?: string
  startTime?: string
  endDate?: string
  /** Whether a sale without an end date ends with the event, otherwise when the event begins. */
  endsWithEvent?: boolean
  endTime?: string
  /** The moments of dates and times that were sent together, exact where a local time occurs twice. */
  startsAt?: Date
  endsAt?: Date
  stock?: StockDraft
  salePrice?: SalePriceDraft
  feeIds?: number[]
  /** Notes on values that are saved differently from how they were sent, such as a rounded price. */
  warnings: string[]
}

/** A null capacity is unlimited; `blank` asks for the default. */
export type StockDraft = {
  mode?: StockMode
  capacity?: number | null | 'blank'
  eventCapacity?: number | null
  left?: number
}

export type SalePriceDraft = {
  enabled?: boolean
  priceMinor?: number | null
  from?: string | null
  until?: string | null
}

export type DraftContext = { zone: string; now: Date; currency: string; provider: 'tc' | 'rsvp' }

type Problems = Record<string, ParamProblem>
type DraftReader = { context: DraftContext; problems: Problems; warnings: string[] }

/**
 * Reads a request's body. Fails with 400 `tec-tickets-rest-invalid_price` for an invalid price, otherwise
 * with 400 `rest_invalid_param` naming every bad member.
 */
export function readDraft(fields: TicketFields, context: DraftContext): TicketDraft {
  const problems: Problems = {}
  const warnings: string[] = []
  const reading = { context, problems, warnings }
  const ticket = stockFields(fields)
  const draft = given<TicketDraft>({
    name: readSent(fields.name ?? fields.title, plainTitle),
    description: readSent(fields.description, plainLines),
    showDescription: readSent(fields.show_description, truthy),
    priceMinor: readSent(fields.price, value => readPrice(value, reading)),
    sku: fields.sku?.trim(),
    names: readSent(fields.iac, rule => rule || 'none'),
    menuOrder: fields.menu_order,
    minPerOrder: fields.min_per_order,
    maxPerOrder: fields.max_per_order,
    hidden: fields.hidden,
    ...startOfSale(readEnd(reading, 'start', { date: fields.start_date, time: fields.start_time })),
    ...endOfSale(readEnd(reading, 'end', { date: fields.end_date, time: fields.end_time })),
    endsWithEvent: readUsualEnd(fields, reading),
    stock: readSent(ticket, value => readStock(value, reading)),
    salePrice: readSent(ticket?.sale_price, value => readSalePrice(value, reading)),
    feeIds: ticket?.fees?.selected_fees?.map(Number).filter(fee => Number.isSafeInteger(fee)),
    warnings,
  })
  if (Object.keys(problems).length > 0) failParams(problems)
  return draft
}

/** What was sent of the stock; the capacity also under the name that answers have. */
function stockFields({ ticket, capacity }: TicketFields) {
  return capacity === undefined ? ticket : { capacity, ...ticket }
}

/** Members that were not sent are skipped. */
const readSent = <T, R>(value: T | undefined, read: (value: T) => R): R | undefined =>
  value === undefined ? undefined : read(value)

/** Plain text that keeps its line breaks. */
const plainLines = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(line => plainText(line))
    .join('\n')
    .trim()

/** A blank price is free. An RSVP is always free. */
function readPrice(value: unknown, reading: DraftReader): number {
  const isBlank = typeof value === 'string' && value.trim() === ''
  return reading.context.provider === 'rsvp' || isBlank ? 0 : readMoney(reading, 'price', value)
}

/**
 * An amount with more decimals than its currency is rounded, and a warning names it. An amount that rounding
 * would make free is refused.
 */
function readMoney(
  { context, problems, warnings }: DraftReader,
  name: string,
  value: unknown,
): number {
  const { currency } = context
  const price =
    parseAmount(value, currency) ??
    fail('tec-tickets-rest-invalid_price', { message: noAmount(name, currency) })
  if (exactDecimal(value, currency)) return price.minor
  const decimals = `${currency} has ${exponentOf(currency)} decimals`
  if (price.minor === 0) {
    problems[name] = {
      message: `${name} would be rounded to 0: ${decimals}. Send 0 for a free ticket.`,
    }
  } else warnings.push(`${name} was rounded to ${formatDecimal(price)}: ${decimals}.`)
  return price.minor
}

/** Names the parameter, the limits and an example in the ticket's currency. */
function noAmount(name: string, currency: string): string {
  const example = formatDecimal({ minor: 1250, currency })
  const most = formatDecimal(largestAmount(currency))
  const free = name === 'price' ? '; "" is a free ticket' : ''
  return `${name} must be a number from 0 to ${most}, such as ${example}${free}.`
}

function readDate({ context, problems }: DraftReader, name: string, value: string | undefined) {
  if (value === undefined || value.trim() === '') return value?.trim()
  const when = parseWhen(value, context)
  if (!when) problems[name] = { message: 'Invalid parameter.' }
  return when?.local.slice(0, 10)
}

type SaleEnd = { day: string | undefined; time: string | undefined; at?: Date }

const startOfSale = ({ day, time, at }: SaleEnd) => ({
  startDate: day,
  startTime: time,
  startsAt: at,
})
const endOfSale = ({ day, time, at }: SaleEnd) => ({ endDate: day, endTime: time, endsAt: at })
/** A local time that is sent as tickets show it says nothing of two equal hours: the ticket keeps its own. */
const saleEnd = ({ local, instant }: When, text: string): SaleEnd => ({
  day: local.slice(0, 10),
  time: local.slice(11),
  ...(text.trim() === local ? {} : { at: instant }),
})

/** One end of the sale (contract.md 6.12). A time with an offset may be on another day in the zone of the event. */
function readEnd(
  reading: DraftReader,
  end: 'start' | 'end',
  { date, time }: { date: string | undefined; time: string | undefined },
): SaleEnd {
  const { context, problems } = reading
  const day = readDate(reading, `${end}_date`, date)
  if (time === undefined || time.trim() === '') {
    const moment = date && !isDayAlone(date) ? parseWhen(date, context) : undefined
    return date && moment ? saleEnd(moment, date) : { day, time: time?.trim() }
  }
  if (!namesZone(`${anyDay} ${time}`)) return { day, time: readTime(reading, `${end}_time`, time) }
  const when = day ? parseWhen(`${day} ${time}`, context) : undefined
  if (when) return saleEnd(when, time)
  const alone = `${end}_time with an offset needs ${end}_date, sent with it.`
  problems[`${end}_time`] = { message: day ? 'Invalid parameter.' : alone }
  return { day, time: undefined }
}

/** The default end that was chosen (contract.md 6.16). `date` is what tickets with a date show. */
function readUsualEnd({ sale_ends: chosen, end_date }: TicketFields, { problems }: DraftReader) {
  const hasDate = Boolean(end_date?.trim())
  if (hasDate && chosen !== undefined && chosen !== 'date') {
    const message = `sale_ends is ${chosen}, but end_date is a date: send one of the two.`
    problems['sale_ends'] = { message }
  }
  if (hasDate) return false
  return chosen === undefined || chosen === 'date' ? undefined : chosen === 'event_end'
}

const anyDay = '2000-01-03'

/** 24:00 is the next midnight, as it is for coupons and fees. Only with its day it becomes a time of the clock. */
const isMidnight = (value: string) => /^24:00(:00)?$/.test(value.trim())

function readTime({ context, problems }: DraftReader, name: string, value: string) {
  if (isMidnight(value)) return '24:00:00'
  const when = parseWhen(`${anyDay} ${value}`, { ...context, zone: 'UTC' })
  if (when?.local.startsWith(anyDay)) return when.local.slice(11)
  problems[name] = { message: 'Invalid parameter.' }
  return undefined
}

function readStock(ticket: NonNullable<TicketFields['ticket']>, reading: DraftReader): StockDraft {
  const capacity = readCount(reading, 'ticket[capacity]', ticket.capacity)
  const eventCapacity = readCount(reading, 'ticket[event_capacity]', ticket.event_capacity)
  const left = readCount(reading, 'ticket[stock]', ticket.stock)
  return given<StockDraft>({
    mode: ticket.mode === undefined ? undefined : ticket.mode || 'unlimited',
    capacity: capacity === '' ? 'blank' : unlimited(capacity),
    eventCapacity: eventCapacity === '' ? undefined : unlimited(eventCapacity),
    left: typeof left === 'number' && left >= 0 ? left : undefined,
  })
}

/** A negative capacity is unlimited. */
const unlimited = (count: number | undefined) => (count !== undefined && count < 0 ? null : count)

const largestCount = 2_000_000_000

function readCount(
  { problems }: DraftReader,
  name: string,
  value: unknown,
): number | '' | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value.trim() === '') return ''
  const count = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value
  if (!Number.isInteger(count)) {
    problems[name] = { message: `${name} is not of type integer.`, code: 'rest_invalid_type' }
    return undefined
  }
  if (Math.abs(count as number) <= largestCount) return count as number
  const message = `${name} must be at most ${largestCount}; a negative number is unlimited.`
  problems[name] = { message, code: 'rest_out_of_bounds' }
  return undefined
}

function readSalePrice(
  salePrice: NonNullable<NonNullable<TicketFields['ticket']>['sale_price']>,
  reading: DraftReader,
): SalePriceDraft {
  const { price, checked } = salePrice
  const blank = price === undefined || (typeof price === 'string' && price.trim() === '')
  const amount = blank ? undefined : readMoney(reading, 'ticket[sale_price][price]', price)
  const day = (name: 'start_date' | 'end_date') => {
    const date = readDate(reading, `ticket[sale_price][${name}]`, salePrice[name])
    return date === '' ? null : date
  }
  return given<SalePriceDraft>({
    enabled: checked === undefined ? undefined : truthy(checked),
    priceMinor: amount ?? (price === undefined ? undefined : null),
    from: day('start_date'),
    until: day('end_date'),
  })
}

function given<T extends object>(members: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}
