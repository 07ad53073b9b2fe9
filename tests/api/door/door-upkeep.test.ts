import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkinJobs } from '../../../src/ticketing/checkin/jobs.ts'
import { anAttendee } from '../../support/attending.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { db } = app
const key = await app.tickets('POST', '/scanner-keys', {
  as: 'administrator',
  body: { name: 'Gate' },
})
const as = { authorization: `Bearer ${key.json.api_key}` }

/** Scanned twice: checked in, then refused. */
async function scanned() {
  const guest = await anAttendee(app)
  const ticket = `http://x.test/?ticket_id=${guest.id}&security_code=${guest.security_code}`
  for (const nonce of ['first', 'second']) {
    await app.tickets('POST', '/check-ins', {
      as,
      body: { ticket, nonce: `${nonce} ${guest.id}` },
    })
  }
  return guest
}

const doorOf = (id: number) =>
  db
    .selectFrom('check_ins')
    .select(['kind', 'nonce'])
    .where('attendee_id', '=', id)
    .orderBy('id')
    .execute()

test('thirty days after an event its refused scans and nonces are deleted, and its check-ins are kept', async () => {
  const [old, recent, unfinished] = [await scanned(), await scanned(), await scanned()]
  const age = async (guest: { id: number; eventId: number }, days: number, scannedDays = days) => {
    const ended = sql<Date>`clock_timestamp() - make_interval(days => ${days}::integer)`
    const at = sql<Date>`clock_timestamp() - make_interval(days => ${scannedDays}::integer)`
    await db
      .updateTable('events')
      .set({ starts_at: ended, ends_at: ended })
      .where('id', '=', guest.eventId)
      .execute()
    await db.updateTable('check_ins').set({ at }).where('attendee_id', '=', guest.id).execute()
  }
  await age(old, 31)
  await age(recent, 29)
  await age(unfinished, 1, 90)
  for (const { run } of Object.values(checkinJobs(db).handlers)) await run({})
  expect(await doorOf(old.id)).toEqual([{ kind: 'admitted', nonce: null }])
  for (const guest of [recent, unfinished]) {
    expect(await doorOf(guest.id)).toEqual([
      { kind: 'admitted', nonce: `first ${guest.id}` },
      { kind: 'refused', nonce: `second ${guest.id}` },
    ])
  }
  expect(
    (
      await db
        .selectFrom('attendees')
        .select('checked_in_at')
        .where('id', '=', old.id)
        .executeTakeFirst()
    )?.checked_in_at,
  ).not.toBeNull()
})
