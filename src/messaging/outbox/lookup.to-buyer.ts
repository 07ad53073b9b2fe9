import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { MessageState } from './rules.ts'

type Addressed = { id: number; purchaser_email: string }

const ofOrder = ({ id, purchaser_email: email }: Addressed) =>
  sql`order_id = ${id} and lower(recipient) = ${email.trim().toLowerCase()}`

/** What became of the latest mail that brings an order's tickets to its buyer's present address. */
export type BuyersMail = { state: MessageState; attempts: number }

/** Undefined when there never was such a mail, or it was withdrawn. */
export async function buyersMail(db: Db, order: Addressed): Promise<BuyersMail | undefined> {
  const { rows } = await sql<BuyersMail>`
    select state, attempts from messages
    where ${ofOrder(order)} and kind = 'order.confirmed' and state <> 'withdrawn'
    order by id desc limit 1
  `.execute(db)
  return rows[0]
}

/** Whether a mail about the order left for its buyer's present address, so that whoever reads it there has the order's link. */
export async function hasLeft(db: Db, order: Addressed): Promise<boolean> {
  const { rows } = await sql`
    select from messages where ${ofOrder(order)} and state in ('sending', 'sent') limit 1
  `.execute(db)
  return rows.length > 0
}
