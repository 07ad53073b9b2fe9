import { Type } from 'typebox'
import { AppError, fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { refuse } from '../../platform/http/access.ts'
import { anonymous } from '../../core/caller.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import { receiveMessage } from '../orders/paying/receive-message.ts'
import { disconnectAccount } from '../payments/accounts/disconnect-account.ts'
import type { Gateway } from '../payments/gateway.ts'

const Received = Type.Object(
  {
    received: Type.Boolean({ description: 'Always true.' }),
    outcome: Type.String({
      description: '`settled`, `repeated`, `ignored` or `not ours`: what was done with it.',
    }),
  },
  { title: 'ReceivedMessage' },
)

/** Routes for providers' messages. Access is given by the signature over the raw bytes. */
export function messageRoutes(api: Api, deps: Deps) {
  const ways = {
    cardprocessor: 'card',
    stripe: 'card',
    wallet: 'wallet',
    paypal: 'wallet',
  } as const
  for (const [segment, way] of Object.entries(ways)) {
    route(api, {
      method: 'POST',
      path: `/commerce/${segment}/webhook`,
      summary: "Receive a provider's message",
      access: 'public',
      signed: true,
      returns: Received,
      errors: [
        'rest_forbidden',
        'tec-tickets-commerce-stripe-webhook-invalid-payload',
        'payment-provider-unavailable',
        'sale-is-busy',
      ],
      handle: ({ request }) => receiveCounted(deps, way, request),
    })
  }
}

async function receiveCounted(deps: Deps, way: 'card' | 'wallet', request: RequestInfo) {
  const { messages } = deps.paymentMetrics
  try {
    const received = await receive(deps, deps.gateways[way], request)
    messages.inc({ gateway: way, outcome: received.outcome })
    return received
  } catch (error) {
    messages.inc({ gateway: way, outcome: outcomeOf(error) })
    throw error
  }
}

function outcomeOf(error: unknown): 'unreadable' | 'refused' | 'failed' {
  const status = error instanceof AppError ? error.status : 500
  if (status === 400) return 'unreadable'
  return status < 500 ? 'refused' : 'failed'
}

async function receive(deps: Deps, gateway: Gateway | undefined, request: RequestInfo) {
  if (!gateway?.verifyWebhook) return refuse(anonymous)
  const verdict = await gateway.verifyWebhook(request.rawBody ?? Buffer.alloc(0), request.headers)
  if (verdict.kind === 'refused' && verdict.because !== 'unreadable') return refuse(anonymous)
  request.prove()
  if (verdict.kind === 'refused') fail('tec-tickets-commerce-stripe-webhook-invalid-payload')
  if (verdict.event.kind === 'disconnected') {
    const by = { kind: 'provider', name: gateway.name, requestId: request.id } as const
    await disconnectAccount(actingAs(deps, by), verdict.event)
  }
  const outcome = await receiveMessage(deps, gateway, verdict.event)
  return { received: true, outcome }
}
