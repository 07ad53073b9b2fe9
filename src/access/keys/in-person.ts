import { type Caller, can, userIdOf } from '../../core/caller.ts'

/**
 * People manage their credentials only when they signed in themselves; a key can never create further credentials.
 */
const inPerson = (caller: Caller) =>
  caller.kind === 'user' && /^(?:password|session):/.test(caller.credential)

/** Limits access to the account that the path names. */
export const ownOrManager = {
  who: 'The person, signed in or with an application password, or such callers with `manage_users`.',
  when: ({ caller, params }: { caller: Caller; params: { id: number } }) =>
    inPerson(caller) && (userIdOf(caller) === params.id || can(caller, 'manage_users')),
}

export const inBrowser = {
  who: 'Anyone signed in with a cookie.',
  when: ({ caller }: { caller: Caller }) =>
    caller.kind === 'user' && caller.credential.startsWith('session:'),
}

export const anyPerson = {
  who: 'Anyone signed in, or with an application password.',
  when: ({ caller }: { caller: Caller }) => inPerson(caller),
}
