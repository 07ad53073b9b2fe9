import type { WorkbookSheet } from '../lists/write-workbook.ts'
import type { Paper, PaperPart } from '../../messaging/tickets/paper.ts'
import { linesOf, listedWords, type Sheet, type SheetGroup } from './rules.ts'

/** What each line of a file has. */
export const lineColumns = [
  { name: 'section', type: 'text', about: 'Which part' },
  { name: 'item', type: 'text', about: 'What it is' },
  { name: 'currency', type: 'text', about: 'Of the amount' },
  { name: 'amount', type: 'amount', about: 'An amount or a number' },
] as const

const sheetNames: Readonly<Record<string, string>> = {
  tickets: 'Tickets',
  tax: 'Tax',
  control: 'Control',
}

/** A settlement as sheets: what is to be paid out, then tickets, taxes, and the control of all sums. */
export function sheetsOf(sheet: Sheet): WorkbookSheet[] {
  const lines = linesOf(sheet)
  const nameOf = (section: string) => sheetNames[section.replace('simulated ', '')] ?? 'Settlement'
  const names = ['Settlement', 'Tickets', 'Tax', 'Control']
  return names.flatMap(name => {
    const rows = lines.filter(({ section }) => nameOf(section) === name)
    return rows.length === 0 ? [] : [{ name, columns: lineColumns, rows }]
  })
}

/** Differences that a paper has; the other files have all. */
const differencesMost = 60

/** A settlement to print and sign, without names. */
export function paperOf(sheet: Sheet): Paper {
  const { title, number, as_of: asOf, groups, control } = sheet
  const { differences } = control
  const more = differences.length - differencesMost
  return {
    lang: 'en',
    title: `Settlement ${number}: ${title}`,
    about: [`Settlement ${number}, everything up to ${asOf.slice(0, 19).replace('T', ' ')} UTC`],
    heading: title,
    parts: [
      ...groups.flatMap(partsOf),
      {
        heading: 'Control: books, orders, providers and cash lists',
        rows: [
          { label: 'Orders compared', text: String(control.orders) },
          { label: 'Payments for which the provider was asked', text: String(control.asked) },
          ...(control.unasked === 0
            ? []
            : [
                {
                  label: 'Payments for which nobody was asked',
                  text: String(control.unasked),
                },
              ]),
          ...(control.listed ?? []).map(one => ({
            label: listedWords(one).replace(/^p/, 'P'),
            text: String(one.payments),
          })),
          { label: 'Differences', text: String(differences.length), isSum: true },
        ],
        notes: [
          ...differences.slice(0, differencesMost),
          ...(more > 0 ? [`And ${more} more, which the other files have.`] : []),
        ],
      },
    ],
    lines: ['For the house', 'For the promoter'],
  }
}

const wordsOf: Readonly<Record<string, string>> = {
  sales: 'Tickets sold',
  fees: 'Fees',
  discounts: 'Discounts',
  rounding: 'Rounding',
  returns: 'Given back',
  charged: 'Charged',
  payments: 'Came in',
  refunds: 'Went back',
  disputes: 'Taken by banks',
  paid: 'Money that is here',
  open: 'Open',
}

function partsOf(group: SheetGroup): PaperPart[] {
  const { currency, simulated, tickets, sums, methods, costs, pay_out: out, taxes = [] } = group
  const note = simulated ? `${currency}, simulated: no money moved` : currency
  const since = group.since_last
  return [
    {
      heading: `Tickets (${note})`,
      rows: tickets.flatMap(({ name, sales, fees, returns }) => [
        { label: name, text: sales },
        ...(isNought(fees) ? [] : [{ label: `${name}: fees`, text: fees }]),
        ...(isNought(returns) ? [] : [{ label: `${name}: given back`, text: returns }]),
      ]),
    },
    {
      heading: `Sums (${note})`,
      rows: Object.entries(sums)
        .filter(([name, text]) => name === 'charged' || name === 'paid' || !isNought(text))
        .map(([name, text]) => ({
          label: wordsOf[name] ?? name,
          text,
          ...((name === 'charged' || name === 'paid') && { isSum: true }),
        })),
    },
    ...(taxes.length === 0
      ? []
      : [
          {
            heading: `Tax in it (${note})`,
            rows: taxes.flatMap(({ rate, code, net, tax }) => [
              { label: `${rate} (${code}): net`, text: net },
              { label: `${rate} (${code}): tax`, text: tax },
            ]),
          },
        ]),
    {
      heading: `Money by its way (${note})`,
      rows: methods.map(({ method, paid }) => ({ label: method, text: paid })),
    },
    {
      heading: `To pay out (${note})`,
      rows: [
        { label: "The promoter's share", text: out.share },
        ...costs.map(({ text, amount }) => ({ label: `Less ${text}`, text: amount })),
        { label: 'To pay out', text: out.to_pay_out, isSum: true },
        ...(since === null
          ? []
          : [{ label: 'More than in the settlement before', text: since.to_pay_out }]),
      ],
    },
  ]
}

const isNought = (amount: string) => Number(amount) === 0
