import type { Caller } from './caller.ts'

/** The record that a request edits (contract.md 29.8). */
export type Edit = {
  /** Its kind, as audit entries name it. */
  readonly record: string
  readonly id: number
  /** The versions in which the client would change it; undefined for any. */
  readonly versions: readonly string[] | undefined
  /** Set once a transaction has changed something in one of these versions. */
  isChecked: boolean
  /** The version of the record after the change. */
  version: string | undefined
}

/** Who changes something, as audit entries name it (contract.md 27). */
export type Actor = {
  readonly kind: 'user' | 'scanner' | 'device' | 'provider' | 'job' | 'command'
  /** Of the account, the scanner key or the paired phone. */
  readonly id?: number
  /** The credential of an account (`password:12`), or the name of a provider, job or command. */
  readonly name?: string
  readonly requestId?: string
  /** The name of the route, e.g. `updateEvent`. */
  readonly operation?: string
  /** What it edits; no part of who it is. */
  readonly edit?: Edit
}

/** A known caller as the actor of a request; undefined for everybody else. */
export function actorOf(
  caller: Caller,
  request: Pick<Actor, 'requestId' | 'operation'>,
): Actor | undefined {
  if (caller.kind === 'user')
    return { kind: 'user', id: caller.userId, name: caller.credential, ...request }
  if (caller.kind === 'scanner') return { kind: 'scanner', id: caller.scannerKeyId, ...request }
  if (caller.kind === 'device') return { kind: 'device', id: caller.deviceId, ...request }
  return undefined
}

/** An account that has just proven who it is, before it has a credential of its own. */
export const actorBy = (userId: number, operation: string): Actor => ({
  kind: 'user',
  id: userId,
  operation,
})
