import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../core/caller.ts'
import { networkOf } from '../net/network-of.ts'

/**
 * Credentials that were right a moment ago in this process, and whose they are. Who comes with one of them is counted by
 * itself and not for its network: a crowd on the wireless network of a house must not close its door (contract.md 3.11).
 */
export type KnownCredentials = {
  /** It was right: this caller came with it. */
  note(credential: string, caller: Caller): void
  /** It was refused just now. */
  forget(credential: string): void
  /** Whose requests these are: the owner of a credential that is known, else the network they came from. */
  senderOf(request: Pick<FastifyRequest, 'headers' | 'query' | 'ip'>): string
}

/** The ones used longest ago go first. */
const mostKept = 10_000

export function createKnownCredentials(): KnownCredentials {
  const owners = new Map<string, string>()
  return {
    note(credential, caller) {
      const owner = ownerOf(caller)
      if (owner === undefined) return
      const name = hashOf(credential)
      owners.delete(name)
      owners.set(name, owner)
      if (owners.size > mostKept) owners.delete(owners.keys().next().value ?? '')
    },
    forget: credential => {
      owners.delete(hashOf(credential))
    },
    senderOf({ headers, query, ip }) {
      const { api_key } = query as { api_key?: unknown }
      const sent = headers.authorization ?? api_key
      const owner = typeof sent === 'string' ? owners.get(hashOf(sent)) : undefined
      return owner ?? networkOf(ip)
    },
  }
}

/** One count for all credentials of a person, or it would grow with each that is made. */
function ownerOf(caller: Caller): string | undefined {
  if (caller.kind === 'user') return `user:${caller.userId}`
  return caller.kind === 'scanner' ? `scanner:${caller.scannerKeyId}` : undefined
}

const hashOf = (credential: string) => createHash('sha256').update(credential).digest('base64')
