import type { Grant } from '../../src/core/rights.ts'
import type { TestApp } from './start-app.ts'

/** Gives a grant to a person as the database has it, for tests that are not about giving. */
export async function plantGrant(
  app: Pick<TestApp, 'db'>,
  userId: number,
  { set, eventId, refundLimit }: Omit<Grant, 'refundLimit'> & Partial<Grant>,
): Promise<number> {
  const { id } = await app.db
    .insertInto('grants')
    .values({
      user_id: userId,
      set,
      event_id: eventId,
      refund_limit_minor: refundLimit?.minor ?? null,
      currency: refundLimit?.currency ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A new person without a role who has these grants. */
export async function personWith(
  app: TestApp,
  ...grants: readonly (Omit<Grant, 'refundLimit'> & Partial<Grant>)[]
) {
  const person = await app.makePerson('subscriber')
  for (const grant of grants) await plantGrant(app, person.userId, grant)
  return person
}
