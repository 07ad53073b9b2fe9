import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Gateway, PaymentState } from '../../src/shop/payments/gateway.ts'
import { onPostgres } from '../support/database.ts'
import { checkTale, Mismatch } from '../support/payment-check.ts'
import { storyOfAPayment } from '../support/payment-plot.ts'
import { play, setTheStage } from '../support/payment-story.ts'
import { openWorld, type Sabotage, type Way } from '../support/payment-world.ts'
import type { TestApp } from '../support/start-app.ts'

const isLong = process.env['LONG'] !== undefined

/** The number of stories within which a defect must be noticed. */
const stories = 400

/** Puts a defect between a service and its provider. */
const between = (change: (gateway: Gateway) => Partial<Gateway>) => (app: TestApp) => {
  const { gateways } = app.deps
  const find = gateways.find.bind(gateways)
  gateways.find = (name, reference) => {
    const gateway = find(name, reference)
    return gateway && { ...gateway, ...change(gateway) }
  }
}

/** Puts a defect into the database; returns how to remove it. */
const trigger = (name: string, when: string, body: string) => async (db: TestApp['db']) => {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`
    create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$;
    create trigger ${name} ${when} for each row execute function ${name}();
  `)
  return () => run(`drop function ${name}() cascade`)
}

const blind = (state: PaymentState): PaymentState =>
  state.kind === 'paid' ? { ...state, kind: 'created' } : state

const defects: { name: string; seed: number; way: Way; sabotage: Sabotage }[] = [
  {
    name: 'an order that forgets its payment and asks for another under a new key',
    seed: 6,
    way: 'card',
    sabotage: {
      database: trigger(
        'forget',
        'before update on orders',
        `if new.gateway_order_id is not null and old.gateway_order_id is not null and new.status = 'created'
         then new.gateway_order_id := null; new.attempt := old.attempt + 1; end if; return new;`,
      ),
    },
  },
  {
    name: 'a refund that is repeated under a new key, at a provider that knows only keys',
    seed: 7,
    way: 'card',
    sabotage: {
      service: between(gateway => ({
        refund: async (reference, request) => {
          const idempotencyKey = `again-${Math.random().toString(36).slice(2)}`
          return (await gateway.refund?.(reference, { ...request, idempotencyKey })) as PaymentState
        },
      })),
    },
  },
  {
    name: 'a message that counts every time it comes',
    seed: 8,
    way: 'wallet',
    sabotage: {
      database: trigger(
        'again',
        'after insert on gateway_messages',
        `update orders set status = 'pending', paid_minor = 0
         where gateway_order_id = new.reference and status = 'completed'; return null;`,
      ),
    },
  },
  {
    name: 'an expiry that does not ask whether it was paid',
    seed: 6,
    way: 'card',
    sabotage: {
      service: between(gateway => ({
        lookUp: async reference => blind(await gateway.lookUp(reference)),
        cancel: async reference => ({ ...(await gateway.lookUp(reference)), kind: 'cancelled' }),
      })),
    },
  },
  {
    name: 'an order that ends and keeps its places',
    seed: 7,
    way: 'wallet',
    sabotage: {
      database: trigger(
        'keep',
        'before update on pools',
        `if new.sold = old.sold then new.held := greatest(new.held, old.held); end if; return new;`,
      ),
    },
  },
  {
    name: 'a refunded attendee who stays',
    seed: 12,
    way: 'card',
    sabotage: {
      database: trigger(
        'stay',
        'before update on attendees',
        `if new.status = 'trash' then new.status := old.status; end if; return new;`,
      ),
    },
  },
  {
    name: 'a payment that is taken for granted before it is made',
    seed: 2,
    way: 'card',
    sabotage: {
      service: between(gateway => ({
        lookUp: async reference => {
          const state = await gateway.lookUp(reference)
          return state.kind === 'created'
            ? { ...state, kind: 'paid', received: state.amount }
            : state
        },
      })),
    },
  },
]

// Whether a defect is noticed does not depend on the database.
test.skipIf(onPostgres && !isLong).each(defects)('a planted fault is caught: $name', async one => {
  const { way, sabotage } = one
  // The short run uses seeds that show the defect soon; the long run searches.
  const seed = isLong ? 1 + Math.floor(Math.random() * 1_000_000_000) : one.seed
  console.log(`seed ${seed}`)
  const world = await openWorld(way, sabotage)
  await setTheStage(world)
  try {
    const { failed, errorInstance } = await fc.check(
      fc.asyncProperty(storyOfAPayment, async plot => {
        await checkTale(await play(world, plot))
      }),
      { seed, numRuns: stories, endOnFailure: true },
    )
    expect(failed).toBe(true)
    expect(errorInstance).toBeInstanceOf(Mismatch)
    console.log((errorInstance as Mismatch).message)
  } finally {
    await world.close()
  }
})
