import type { GetSettingsResponse } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { accountsQuery, countQuery, eventsQuery, settingsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { site } from '../../site.ts'

export type Step = {
  key: 'site' | 'money' | 'event' | 'sale' | 'scan' | 'refund'
  name: string
  words: string
  isDone: boolean
}

/**
 * The way from an empty installation to the first sale that was scanned and refunded. Nothing of it is stored: a step is done
 * when what it makes is there. Undefined until that is known.
 */
export function useSteps(): Step[] | undefined {
  const { settings, accounts, events, sales, scans, refunds } = useWhatIsThere()
  const all = [settings, accounts, events, sales, scans, refunds]
  if (all.some(one => one.isLoading)) return undefined
  const account = accounts.data?.accounts.find(({ by }) => by !== null)
  return wordsOfSteps(account?.provider, {
    site: settings.data === undefined || isNamed(settings.data),
    money: account !== undefined,
    event: events.data?.events.some(({ status }) => status === 'publish') === true,
    sale: (sales.data ?? 0) > 0,
    // A place that was given back takes its check-in with it.
    scan: (scans.data ?? 0) + (refunds.data ?? 0) > 0,
    refund: (refunds.data ?? 0) > 0,
  })
}

/** Whether somebody said who sells here, or whom buyers answer to. */
const isNamed = ({ seller, sender }: GetSettingsResponse) => seller !== '' || sender !== ''

function useWhatIsThere() {
  const { mayAnywhere } = useRights()
  const settings = useQuery({ ...settingsQuery, enabled: mayAnywhere('settings.write') })
  const accounts = useQuery({ ...accountsQuery, enabled: mayAnywhere('payments.write') })
  const events = useQuery(eventsQuery({ page: 1, search: '', show: 'all' }))
  const orders = mayAnywhere('orders.read')
  const people = mayAnywhere('attendees.read')
  const sales = useQuery({
    ...countQuery('orders', { 'filter.status': 'paid,refunded' }),
    enabled: orders,
  })
  const scans = useQuery({
    ...countQuery('attendees', { 'filter.checked_in': 'true' }),
    enabled: people,
  })
  const refunds = useQuery({
    ...countQuery('orders', { 'filter.status': 'refunded' }),
    enabled: orders,
  })
  return { settings, accounts, events, sales, scans, refunds }
}

function wordsOfSteps(provider: string | undefined, done: Record<Step['key'], boolean>): Step[] {
  return [
    {
      key: 'site',
      name: 'Say who you are',
      words: 'The name of the site, who sells, and the address that mails come from.',
      isDone: done.site,
    },
    {
      key: 'money',
      name: 'Where the money goes',
      words: provider
        ? `${provider} pays you, in ${site.currency}.`
        : `Until an account is connected, payments are simulated. Prices are in ${site.currency}.`,
      isDone: done.money,
    },
    {
      key: 'event',
      name: 'Make and publish an event',
      words: 'A name, a day, a place, a ticket. Nobody sees it before you publish it.',
      isDone: done.event,
    },
    {
      key: 'sale',
      name: 'Sell a ticket to yourself',
      words: 'On its page, as a buyer does it. Simulated while there is no account.',
      isDone: done.sale,
    },
    {
      key: 'scan',
      name: 'Let yourself in',
      words: 'With a paired phone at the door, or by hand.',
      isDone: done.scan,
    },
    {
      key: 'refund',
      name: 'Give it back',
      words: 'Refund the order: what the buyer gets, and what the door says then.',
      isDone: done.refund,
    },
  ]
}
