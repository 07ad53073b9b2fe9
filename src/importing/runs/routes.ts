import { fail } from '../../core/errors.ts'
import type { Deps } from '../../messaging/deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { codesOf, findRun, listLosses, listRuns, redirectsOf } from './lookup.ts'
import { RunDetail, RunList, RunParams, RunQuery } from './schema.ts'
import { runView } from './view.ts'

const lossesAtOnce = 500
const redirectsMost = 500

/** What came from another site, for administrators: reports have names and addresses. */
export function importRoutes(api: Api, { db }: Pick<Deps, 'db'>) {
  route(api, {
    method: 'GET',
    path: '/imports',
    operation: 'listImports',
    summary: 'List the runs that moved a site in, the latest first',
    access: { needs: 'settings.write' },
    returns: RunList,
    handle: async () => ({ imports: (await listRuns(db)).map(runView) }),
  })
  route(api, {
    method: 'GET',
    path: '/imports/:id',
    operation: 'getImport',
    summary: 'Show the report of a run: what came, what was changed or lost, what stays behind',
    access: { needs: 'settings.write' },
    params: RunParams,
    query: RunQuery,
    returns: RunDetail,
    errors: ['import-not-found'],
    handle: async ({ params, query: { losses_after: after = 0 } }) => {
      const run = (await findRun(db, params.id)) ?? fail('import-not-found')
      const lost = await listLosses(db, run.id, { after, limit: lossesAtOnce + 1 })
      return {
        ...runView(run),
        error: run.error,
        left_behind: [...run.left_behind],
        lost: lost.slice(0, lossesAtOnce),
        more: lost.length > lossesAtOnce,
        codes: await codesOf(db, run.source_id),
        redirects: await redirectsOf(db, run.source_id, redirectsMost),
      }
    },
  })
}
