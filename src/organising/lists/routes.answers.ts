import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { can } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { Answer, Raw } from '../../platform/http/answer/answer.ts'
import { flag, id } from '../../platform/http/described/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { bindAnswersOfEvent, listQuestions } from '../../shop/questions/lookup.ts'
import type { Deps } from '../deps.ts'
import { type ExportFormat, mediaTypes } from './export-files.ts'
import { FormatParams } from './schema.ts'
import { exportAnswers } from './export-answers.ts'

const AnswersParams = Type.Object({
  id: id({ description: 'The id of the event.' }),
  ...FormatParams.properties,
})

const AnswersQuery = Type.Object({
  sensitive: Type.Optional(
    flag({
      default: false,
      description: 'Whether sensitive answers are in it; needs `attendees.write`.',
    }),
  ),
  mark: Type.Optional(
    flag({
      default: false,
      description: 'Whether a CSV begins with the mark of UTF-8, for Excel.',
    }),
  ),
})

/** The answers of an event as a file (contract.md 40.7). */
export function answerExportRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/events/:id/answers.:format',
    operation: 'exportAnswers',
    ours: true,
    summary:
      'Export what was answered at an event as a file: a row for each place, a column for each question',
    access: { needs: 'attendees.read' },
    params: AnswersParams,
    query: AnswersQuery,
    returns: Type.Unsafe<Raw>({
      type: 'string',
      contentMediaType: 'text/csv',
      description:
        'The head of a column begins with the id of its question, which never changes; lines of JSON name it `answer.12`.',
    }),
    errors: ['rest-event-not-found', 'rest_export_running', 'rest_export_too_long'],
    handle: async ({ params, query, caller, actor, request }) => {
      const { sensitive = false, mark = false } = query
      const format = params.format as ExportFormat
      const event = can(caller, 'attendees.read', params.id)
        ? await findEvent(deps.db, params.id)
        : undefined
      if (!event) return fail('rest-event-not-found')
      const mayAll = can(caller, 'attendees.write', params.id)
      if (caller.kind !== 'user' || (sensitive && !mayAll)) return fail('rest_forbidden')
      if (!request.isHead) await bindAnswersOfEvent(deps.db, event.id)
      const questions = (await listQuestions(deps.db, [event.id])).filter(
        question => sensitive || !question.sensitive,
      )
      const content = request.isHead
        ? Readable.from([])
        : await exportAnswers(
            {
              db: actingAs(deps, actor).db,
              inTurn: work => api.lists.run({ caller, address: request.address }, work),
            },
            {
              eventId: event.id,
              questions,
              userId: caller.userId,
              language: deps.siteSettings().language,
              format,
              mark,
            },
          )
      return new Answer(new Raw(content, mediaTypes[format]), {
        headers: {
          'content-disposition': `attachment; filename="answers-${event.id}.${format}"`,
        },
      })
    },
  })
}
