const yes = new Set(['1', 'true', 'yes', 'on', 'y', 'enable', 'enabled'])

/**
 * Whether a loosely typed value means yes (contract.md 11.3): booleans as they are, of texts only `1`, `true`, `yes`, `on`,
 * `y`, `enable` and `enabled` in any case; other numbers than 0 and anything else that is there.
 */
export function truthy(value: unknown): boolean {
  if (typeof value === 'string') return yes.has(value.trim().toLowerCase())
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
