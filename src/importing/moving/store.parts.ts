import { sql } from 'kysely'
import { pagePath } from '../../catalogue/addresses/rules.ts'
import type { Tx } from '../../platform/db/database.ts'
import { keyHash } from '../../ticketing/checkin/carried-code.ts'

type Linked = { id: number; organizers: number[]; terms: number[]; uid: string }

/** The organizers, terms and calendar names of events; what they had before goes. */
export async function writeEventParts(tx: Tx, events: readonly Linked[]): Promise<void> {
  if (events.length === 0) return
  const ids = events.map(({ id }) => id)
  const json = JSON.stringify(events)
  await sql`delete from event_organizers where event_id = any(${ids}::bigint[])`.execute(tx)
  await sql`delete from event_terms where event_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    insert into event_organizers (event_id, organizer_id, ordinal)
    select e.id, o.value::bigint, o.ordinality
    from jsonb_to_recordset(${json}::jsonb) as e (id bigint, organizers jsonb)
    cross join jsonb_array_elements_text(e.organizers) with ordinality as o
  `.execute(tx)
  await sql`
    insert into event_terms (event_id, term_id)
    select e.id, t.value::bigint
    from jsonb_to_recordset(${json}::jsonb) as e (id bigint, terms jsonb)
    cross join jsonb_array_elements_text(e.terms) as t
  `.execute(tx)
  await sql`
    insert into calendar_uids (event_id, uid)
    select id, uid from jsonb_to_recordset(${json}::jsonb) as e (id bigint, uid text)
    on conflict (event_id) do update set uid = excluded.uid
  `.execute(tx)
}

/** Counts the events of each term anew. */
export async function recountTerms(tx: Tx): Promise<void> {
  await sql`lock table terms in share row exclusive mode`.execute(tx)
  await sql`
    update terms set published_count = counted.n
    from (
      select t.id, count(e.id)::integer as n from terms t
      left join event_terms et on et.term_id = t.id
      left join events e on e.id = et.event_id and e.status = 'publish' and not e.hide_from_listings
        and e.password_hash is null
      group by t.id
    ) as counted
    where counted.id = terms.id and counted.n <> terms.published_count
  `.execute(tx)
}

/** Former slugs lead to their records, unless something has the address since. */
export async function writeOldSlugs(
  tx: Tx,
  kind: 'event' | 'venue' | 'organizer',
  records: readonly { id: number; oldSlugs: readonly string[] }[],
): Promise<void> {
  const rows = records.flatMap(({ id, oldSlugs }) =>
    oldSlugs.map(slug => ({ path: pagePath(kind, slug), kind, record_id: id })),
  )
  if (rows.length === 0) return
  await sql`
    insert into old_addresses (path, kind, record_id)
    select distinct on (path) path, kind, record_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (path text, kind text, record_id bigint)
    order by path, record_id desc
    on conflict (path) do nothing
  `.execute(tx)
}

type DoorRow = { id: number; at: string; source: string; user_id: number | null }

/** Notes in the door's log who was inside, once. */
export async function writeCheckIns(tx: Tx, entries: readonly DoorRow[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into check_ins (attendee_id, kind, at, source, user_id)
    select id, 'admitted', at, source, user_id
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as d (id bigint, at timestamptz, source text, user_id bigint)
    where not exists (select from check_ins c where c.attendee_id = d.id and c.kind = 'admitted' and c.at = d.at)
    order by id
  `.execute(tx)
}

/** Writes the codes that are printed on tickets of the old site, as hashes. */
export async function writeBroughtCodes(
  tx: Tx,
  codes: readonly { id: number; oldId: number; code: string }[],
): Promise<void> {
  if (codes.length === 0) return
  const rows = codes.map(({ id, oldId, code }) => ({
    id,
    oldId,
    hash: keyHash(code).toString('hex'),
  }))
  await sql`
    insert into brought_codes (attendee_id, old_id, code_hash)
    select id, "oldId", decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id bigint, "oldId" bigint, hash text)
    on conflict (attendee_id) do update set code_hash = excluded.code_hash
  `.execute(tx)
}

type PasswordRow = { name: string; stored: string; created_at: string }

/** Application passwords of the old site, for the accounts of ours. */
export async function writeBroughtPasswords(
  tx: Tx,
  users: readonly { id: number; passwords: readonly PasswordRow[] }[],
): Promise<void> {
  const rows = users.flatMap(({ id, passwords }) => passwords.map(own => ({ user_id: id, ...own })))
  if (rows.length === 0) return
  await sql`
    insert into brought_passwords (user_id, name, stored, created_at)
    select user_id, name, stored, created_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p (user_id bigint, name text, stored text, created_at timestamptz)
    on conflict (user_id, stored) do nothing
  `.execute(tx)
}
