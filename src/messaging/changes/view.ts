import type { FactPayload } from '../../core/facts.ts'
import type { ReadFact } from './within-reach.ts'

export const changeView = ({ position, name, at, payload, eventIds }: ReadFact) => ({
  sequence: position,
  type: name,
  timestamp: at.toISOString(),
  event_ids: [...eventIds],
  data: { ...payload } as Record<string, FactPayload[string]>,
})
