import { Counter, Histogram } from 'prom-client'
import { GatewayRefused, GatewayUnavailable } from './gateway-errors.ts'
import type { Gateway } from './gateway.ts'

export type PaymentMetrics = ReturnType<typeof paymentMetrics>

/** The times of calls to payment providers, and the messages that came from them. */
export function paymentMetrics() {
  const registers: [] = []
  return {
    calls: new Histogram({
      name: 'marquee_payment_call_seconds',
      help: 'Time of a call to a payment provider, repetitions included, by what came of it: done, refused (nothing happened), unavailable (it may have happened), error (ours).',
      labelNames: ['gateway', 'operation', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    messages: new Counter({
      name: 'marquee_payment_messages_total',
      help: 'Messages (webhooks) from payment providers by what came of them: settled, repeated, ignored, not ours, refused (wrong signature or none), unreadable, failed (the provider sends it again).',
      labelNames: ['gateway', 'outcome'],
      registers,
    }),
  }
}

/** The same gateway; each call is counted with its time and outcome. */
export function timed(gateway: Gateway, { calls }: Pick<PaymentMetrics, 'calls'>): Gateway {
  async function time<T>(operation: string, call: Promise<T>): Promise<T> {
    const end = calls.startTimer({ gateway: gateway.name, operation })
    try {
      const answer = await call
      end({ outcome: 'done' })
      return answer
    } catch (error) {
      end({ outcome: outcomeOf(error) })
      throw error
    }
  }
  const { capture, cancel, updateAmount, refund, lookUpEvent, listTaken } = gateway
  return {
    ...gateway,
    start: charge => time('start', gateway.start(charge)),
    lookUp: reference => time('lookUp', gateway.lookUp(reference)),
    ...(capture && { capture: (...args) => time('capture', capture(...args)) }),
    ...(cancel && { cancel: (...args) => time('cancel', cancel(...args)) }),
    ...(updateAmount && {
      updateAmount: (...args) => time('updateAmount', updateAmount(...args)),
    }),
    ...(refund && { refund: (...args) => time('refund', refund(...args)) }),
    ...(lookUpEvent && { lookUpEvent: event => time('lookUpEvent', lookUpEvent(event)) }),
    ...(listTaken && { listTaken: (...args) => time('listTaken', listTaken(...args)) }),
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof GatewayRefused) return 'refused'
  return error instanceof GatewayUnavailable ? 'unavailable' : 'error'
}
