import type { Poster } from './draw-poster.ts'

/** Stock of tickets: their own, or shared with the event's other tickets. */
export type Stock = {
  mode: 'own' | 'global' | 'capped'
  capacity?: number
  event_capacity?: number
  sale_price?: { checked: true; price: string }
}
export type DemoTicket = {
  name: string
  price: string
  iac?: 'allowed'
  /** Sold until the event ends, not until it begins. */
  sale_ends?: 'event_end'
  ticket: Stock
}

export type DemoEvent = {
  title: string
  slug: string
  description: string
  start_date: string
  end_date: string
  timezone: string
  status: string
  event_password?: string
  categories?: string[]
  tags?: string[]
  /** Where it is; an event that is online alone has none. */
  venue?: object
  organizer: object[]
  show_map_link: boolean
  online_url?: string
  doors_at?: string
  age_note?: string
  access_note?: string
  /** Members that are not sent to the events route. */
  demo: {
    poster: Poster
    tickets: readonly DemoTicket[]
    /** The part of all orders of the demo season that are for this event, from 0 to 1. */
    share: number
    /** Sells every ticket. */
    soldOut?: true
    /** Checks in every second attendee. */
    halfInside?: true
    calledOff?: string
  }
}
