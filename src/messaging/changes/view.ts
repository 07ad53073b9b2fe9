import type { FactPayload } from '../../core/facts.ts'
import type { PlacedFact } from '../../platform/facts/lookup.ts'

export const changeView = ({ position, name, at, payload }: PlacedFact) => ({
  sequence: position,
  type: name,
  timestamp: at.toISOString(),
  data: { ...payload } as Record<string, FactPayload[string]>,
})
