import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { fail } from '../../core/errors.ts'
import { toLocal } from '../../core/time.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { flag } from '../../platform/http/described/params.ts'
import { Answer, Raw } from '../../platform/http/answer/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { allLists } from './all-lists.ts'
import { withAnswers } from './answered-rows.ts'
import { type ExportFormat, mediaTypes } from './export-files.ts'
import { exportList } from './export-list.ts'
import type { ListParameters } from './grammar.ts'
import type { List } from './list.ts'
import { readAddress } from './read-list.ts'
import { accessToList, siteOf } from './list-access.ts'
import { addressFamilies, addressParams, FormatParams } from './schema.ts'

/** Routes of exports: the address of a list with the ending of a file has all its rows (contract.md 29.6). */
export function exportRoutes(api: Api, deps: Deps) {
  for (const list of allLists) exportRoute(api, deps, list)
}

const exportQuery = ({ shape }: List) =>
  Type.Object(
    {
      ...addressParams(shape),
      mark: Type.Optional(
        flag({
          default: false,
          description: 'Whether a CSV begins with the mark of UTF-8, which Excel needs.',
        }),
      ),
    },
    addressFamilies(shape),
  )

function exportRoute(api: Api, deps: Deps, list: List) {
  const { name } = list.shape
  route(api, {
    method: 'GET',
    path: `/${name}.:format`,
    operation: `export${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    ours: true,
    summary: `Export all ${name} of a list for staff as a file`,
    access: accessToList(list),
    params: FormatParams,
    query: exportQuery(list),
    returns: Type.Unsafe<Raw>({
      type: 'string',
      contentMediaType: 'text/csv',
      description:
        'The rows, in the columns of the list. Texts that look like formulas have an apostrophe before them in CSV.',
    }),
    errors: ['rest_list_too_wide', 'rest_export_running', 'rest_export_too_long'],
    handle: async ({ params, query, caller, actor, request }) => {
      const format = params.format as ExportFormat
      const { mark = false, ...parameters } = query as ListParameters & { mark?: boolean }
      const whole = await withAnswers(deps, list, { parameters, caller })
      const reading = readAddress(whole, parameters, { caller, site: siteOf(deps) })
      if (caller.kind !== 'user') return fail('rest_forbidden')
      const exported = {
        reading,
        format,
        mark,
        userId: caller.userId,
        query: request.url.split('?', 2)[1] ?? '',
      }
      const upTo = request.isHead
        ? undefined
        : await list.upTo?.({ db: deps.db, clock: deps.clock })
      const content = request.isHead
        ? Readable.from([])
        : await exportList(
            {
              db: actingAs(deps, actor).db,
              inTurn: work => api.lists.run({ caller, address: request.address }, work),
            },
            exported,
          )
      const today = toLocal(deps.clock.now(), deps.config.timezone).slice(0, 10)
      return new Answer(new Raw(content, mediaTypes[format]), {
        headers: {
          'content-disposition': `attachment; filename="${name}-${today}.${format}"`,
          ...(upTo && { 'x-as-of': upTo.toISOString() }),
        },
      })
    },
  })
}
