import { Type } from 'typebox'
import { demandCredential } from '../../access/keys/lookup.ts'
import { endOf, hashSecret, lifetimeProblems } from '../../access/keys/rules.ts'
import {
  type Caller,
  can,
  credentialEndOf,
  isInReach,
  reachOf,
  userIdOf,
} from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { refuse } from '../../platform/http/access.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { scannerKeyPrefix } from './lookup.ts'
import * as shapes from './schema.ts'
import { deleteScannerKey, eventExists, insertScannerKey, listScannerKeys } from './store.ts'
import { scannerKeyView } from './view.ts'

/** Length of a scanner key's secret in bytes. */
const secretBytes = 32

export function scannerKeyRoutes(api: Api, { db, random, clock }: Deps) {
  const momentOf = (caller: Caller) => ({ now: clock.now(), latest: credentialEndOf(caller) })
  const access = { needs: 'keys.write' } as const
  route(api, {
    method: 'GET',
    path: '/scanner-keys',
    ours: true,
    summary: 'List scanner keys',
    access,
    returns: Type.Array(shapes.KeyView),
    handle: async ({ caller }) =>
      (await listScannerKeys(db))
        .filter(key => isInReach(reachOf(caller, 'keys.write'), key.event_id))
        .map(scannerKeyView),
  })
  route(api, {
    method: 'POST',
    path: '/scanner-keys',
    ours: true,
    summary: 'Make a scanner key',
    access,
    body: shapes.NewKey,
    returns: shapes.MadeKey,
    status: 201,
    confirmed: true,
    check: async ({ body, caller }) => {
      const problems = lifetimeProblems(body, momentOf(caller))
      return body.event === undefined || (await eventExists(db, body.event))
        ? problems
        : { ...problems, event: { message: 'There is no event with this id.' } }
    },
    handle: async ({ body, caller, actor }) => {
      if (!can(caller, 'keys.write', body.event)) refuse(caller, ownEventsOnly)
      const secret = scannerKeyPrefix + random.token(secretBytes)
      const made = await transaction(actingOn(db, actor), async tx => {
        // The credential is checked under a lock: a password reset at the same time either lists this key or
        // prevents it.
        await demandCredential(tx, caller)
        return insertScannerKey(tx, {
          name: body.name,
          event_id: body.event ?? null,
          secret_hash: hashSecret(secret),
          created_by: userIdOf(caller),
          expires_at: endOf(body, momentOf(caller)),
        })
      })
      return { ...scannerKeyView(made), api_key: secret }
    },
  })
  revokingRoute(api, db)
}

const ownEventsOnly = 'Make the key for an event (`event`) at which you have `keys.write`.'

function revokingRoute(api: Api, db: Deps['db']) {
  route(api, {
    method: 'DELETE',
    path: '/scanner-keys/:id',
    ours: true,
    summary: 'Revoke a scanner key',
    access: { needs: 'keys.write' },
    params: shapes.KeyParams,
    returns: shapes.Deleted,
    errors: ['scanner-key-not-found'],
    handle: async ({ params, caller, actor }) =>
      (await deleteScannerKey(actingOn(db, actor), params.id, reachOf(caller, 'keys.write')))
        ? { deleted: true }
        : fail('scanner-key-not-found'),
  })
}
