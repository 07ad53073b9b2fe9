import { reachOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { scanProblems, scansAsSent } from './routes.scans.ts'
import * as shapes from './schema.file.ts'
import { DeviceParams } from './schema.ts'
import { findDevice } from './store.devices.ts'
import { endsOf, takeScanFile } from './take-file.ts'

/** The file of a phone that found no network any more, brought in by staff. */
export function doorFileRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/door-devices/:id/scans',
    operation: 'takeDoorFile',
    ours: true,
    summary: 'Take the file of scans that a phone saved, as if the phone had sent them',
    access: { needs: 'keys.write' },
    params: DeviceParams,
    body: shapes.ScanFile,
    returns: shapes.FileTaken,
    errors: [
      'door-device-not-found',
      'door-device-revoked',
      'door-file-not-valid',
      'door-scans-gap',
      'rest-event-not-found',
    ],
    check: async ({ params, body }) => ({
      ...scanProblems({ scans: body.scans, sent_at: body.saved_at }),
      ...(body.device !== params.id && {
        device: { message: `This file is of the phone ${body.device}.` },
      }),
    }),
    handle: async ({ params, body, caller }) => {
      const device = await findDevice(deps.db, params.id, reachOf(caller, 'keys.write'))
      if (!device?.event_ids.includes(body.event)) return fail('door-device-not-found')
      const phone = { deviceId: device.id, eventId: body.event }
      const scans = await scansAsSent(deps, phone, body.scans)
      const results = await takeScanFile(deps, { file: body, scans })
      return { scans: results.length, ends: endsOf(results) }
    },
  })
}
