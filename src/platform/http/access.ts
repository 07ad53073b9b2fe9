import { type Caller, can, canSomewhere } from '../../core/caller.ts'
import type { Capability } from '../../core/capabilities.ts'
import { fail } from '../../core/errors.ts'
import { isRight, type Right } from '../../core/rights.ts'

/**
 * Who may call a route. It has no default: a route that does not say so does not compile. A right that is `needed` is
 * held for the site or for an event at least; the handler shows and changes only what belongs to those events.
 * `when` decides on the validated input and may ask the database; `who` says it in words for the documentation.
 */
export type Access<I> =
  | 'public'
  | { readonly needs: Capability | Right }
  | {
      readonly who: string
      readonly when: (input: I & { caller: Caller }) => boolean | Promise<boolean>
    }

/** Lets the caller pass or ends the request: 401 for somebody unknown, 403 for somebody known. */
export async function guard<I extends { caller: Caller }>(access: Access<I>, input: I) {
  const allowed =
    access === 'public' ||
    ('needs' in access ? holds(input.caller, access.needs) : await access.when(input))
  if (!allowed) refuse(input.caller)
}

const holds = (caller: Caller, needed: Capability | Right) =>
  isRight(needed) ? canSomewhere(caller, needed) : can(caller, needed)

/** Ends the request because the caller lacks the right: 401 anonymous, 403 otherwise; `message` says what would help. */
export function refuse(caller: Caller, message?: string): never {
  const status = caller.kind === 'anonymous' ? 401 : 403
  fail('rest_forbidden', { status, ...(message !== undefined && { message }) })
}

/** The access rule in words, for the generated documentation. */
export function describeAccess(access: Access<never>): string {
  if (access === 'public') return 'Anyone.'
  return 'needs' in access ? `Callers with \`${access.needs}\`.` : access.who
}
