import { Type } from 'typebox'
import { can } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { Answer, Raw } from '../../platform/http/answer/answer.ts'
import { id } from '../../platform/http/described/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { findBatch } from '../../shop/box-office/lookup.ts'
import { attendeesOfOrder } from '../../ticketing/attendees/lookup.ts'
import type { Deps } from '../deps.ts'
import { printInTime } from './in-turn.ts'
import { ticketsOf } from './load-tickets.ts'

const SheetParams = Type.Object({ id: id({ description: 'The id of the batch.' }) })

/** The sheet of a batch: its valid tickets, eight on a page to cut, without a name (contract.md 39.9). */
export function batchSheetRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/desk/batches/:id.pdf',
    operation: 'getDeskBatchSheet',
    ours: true,
    summary: 'Print the tickets of a batch as a sheet to cut, with their codes',
    access: { needs: 'boxoffice.sell' },
    params: SheetParams,
    returns: Type.Unsafe<Raw>({
      type: 'string',
      contentMediaType: 'application/pdf',
      description: 'The tickets that did not come back, eight on a page of A4.',
    }),
    errors: ['batch-not-found', 'rest_too_many_requests', 'rest_unavailable'],
    handle: async ({ params, caller, request: { address } }) => {
      const batch = await findBatch(deps.db, params.id)
      if (!batch || !can(caller, 'boxoffice.sell', batch.event_id)) return fail('batch-not-found')
      const loaded = await ticketsOf(deps, await attendeesOfOrder(deps.db, batch.id))
      if (!loaded)
        return fail('batch-not-found', { message: 'All tickets of this batch came back.' })
      const { readPictures: _none, ...tickets } = loaded.tickets
      const pdf = await printInTime(deps, { ...tickets, layout: 'cut' }, address)
      return new Answer(new Raw(pdf, 'application/pdf'), {
        headers: {
          'cache-control': 'no-store, private',
          'content-disposition': `inline; filename="batch-${batch.id}.pdf"`,
        },
      })
    },
  })
}
