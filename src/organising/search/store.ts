import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { plannedAnew } from '../../platform/db/planned-anew.ts'
import { containing } from '../../platform/db/like.ts'

const textsMost = 200

/** Texts of orders, attendees and events that fulfil one of these regular expressions, a few hundred at most; one statement. */
export async function textsLike(db: Db, patterns: readonly string[]): Promise<string[]> {
  if (patterns.length === 0) return []
  const like = sql.join(
    patterns.map(pattern => sql`search_text ~ ${pattern}`),
    sql` or `,
  )
  const { rows } = await plannedAnew(sql<{ text: string }>`
    (select search_text as text from order_texts where ${like} limit ${textsMost})
    union all (select search_text from attendees where ${like} limit ${textsMost})
    union all (select left(search_text, 200) from events where ${like} limit ${textsMost})
  `).execute(db)
  return rows.map(({ text }) => text)
}

export type CouponHit = { id: number; slug: string; display_name: string }

/** Coupons whose code or name has this text, the newest first. */
export async function couponsLike(db: Db, text: string, limit: number): Promise<CouponHit[]> {
  const { rows } = await sql<CouponHit>`
    select id, slug, display_name from coupons
    where lower(slug || ' ' || display_name) like ${containing(text)} order by id desc limit ${limit}
  `.execute(db)
  return rows
}
