import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../../core/caller.ts'
import { networkOf } from '../../net/network-of.ts'

/**
 * Credentials that were right a moment ago in this process, with their owners. Requests with one of them are counted
 * for the owner and not for the network: a crowd on the wireless network of a house must not block its door
 * (contract.md 3.11).
 */
export type KnownCredentials = {
  /** The credential was right: this caller sent it. */
  note(credential: string, caller: Caller): void
  /** The credential was refused just now. */
  forget(credential: string): void
  /** The name under which requests are counted: the owner of a known credential, else the network. */
  senderOf(request: Pick<FastifyRequest, 'headers' | 'query' | 'ip'>): string
}

/** The ones used longest ago are dropped first. */
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
      const credentials = headers.authorization ?? api_key
      const owner = typeof credentials === 'string' ? owners.get(hashOf(credentials)) : undefined
      return owner ?? networkOf(ip)
    },
  }
}

/** All credentials of a person share one count, or creating more would raise the limit. */
function ownerOf(caller: Caller): string | undefined {
  if (caller.kind === 'user') return `user:${caller.userId}`
  if (caller.kind === 'device') return `device:${caller.deviceId}`
  return caller.kind === 'scanner' ? `scanner:${caller.scannerKeyId}` : undefined
}

const hashOf = (credential: string) => createHash('sha256').update(credential).digest('base64')
