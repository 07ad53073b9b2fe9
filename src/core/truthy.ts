const yes = new Set(['1', 'true', 'yes', 'on', 'y', 'enable', 'enabled'])

/**
 * Whether a loosely typed value means yes (contract.md 11.3). A boolean is itself. A text means yes when it
 * is `1`, `true`, `yes`, `on`, `y`, `enable` or `enabled`, in any case. A number means yes unless it is 0.
 * Any other value but null, undefined and an empty list means yes.
 */
export function truthy(value: unknown): boolean {
  if (typeof value === 'string') return yes.has(value.trim().toLowerCase())
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
