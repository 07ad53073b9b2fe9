import type { FastifyRequest } from 'fastify'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../messaging/deps.ts'
import { isFromUs } from '../../platform/http/cross-origin.ts'

export type SentFrom = {
  /**
   * Whether the address or a field of the form has a secret of its own, which no other site knows. Pages with such an
   * address send no referrer, and browsers name no origin with their forms; old ones do not say either that they are ours.
   */
  provesItself?: true
}

/** One rule for the forms of all pages: what another site sends is refused, with cookies or without (contract.md 3.5). */
export function demandOurForms({ publicRoot, config: { corsOrigins } }: Deps) {
  return (request: FastifyRequest) => {
    if (!isFromUs(request, { publicRoot, corsOrigins })) fail('rest_forbidden')
  }
}
