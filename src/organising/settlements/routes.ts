import { Buffer } from 'node:buffer'
import { type Static, Type } from 'typebox'
import { type EventRow, findEvent } from '../../catalogue/events/lookup.ts'
import { type Caller, can } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { exactDecimal, exactPercent } from '../../core/money.ts'
import { plainText } from '../../core/text.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { Answer, Raw } from '../../platform/http/answer/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { paperInTime } from '../../messaging/tickets/in-turn.ts'
import { mediaTypes, writerOf } from '../lists/export-files.ts'
import { writeWorkbook } from '../lists/write-workbook.ts'
import type { Deps } from '../deps.ts'
import { lineColumns, paperOf, sheetsOf } from './files.ts'
import { linesOf, type Sheet, type Terms } from './rules.ts'
import * as shapes from './schema.ts'
import { settleEvent, type Stored } from './settle-event.ts'
import { findSettlement, listSettlements, type SettlementRow } from './store.ts'

/** Settlements of events: written once, numbered, with the control of their sums. */
export function settlementRoutes(api: Api, deps: Deps) {
  eventRoutes(api, deps)
  fileRoute(api, deps)
}

function eventRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/events/:id/settlements',
    operation: 'listSettlements',
    ours: true,
    summary: 'List the settlements of an event, the last first',
    access: { needs: 'money.read' },
    params: shapes.EventParams,
    returns: shapes.SettlementList,
    errors: ['rest-event-not-found'],
    handle: async ({ params, caller, db }) => {
      await demandEvent({ db }, params.id, caller)
      return (await listSettlements(db, params.id)).map(settlementView)
    },
  })
  route(api, {
    method: 'POST',
    path: '/events/:id/settlements',
    operation: 'createSettlement',
    ours: true,
    summary: 'Settle an event up to now; a later settlement says what changed since',
    access: { needs: 'orders.write' },
    params: shapes.EventParams,
    body: shapes.SettlementRequest,
    returns: shapes.SettlementView,
    status: 201,
    errors: ['rest-event-not-found'],
    handle: async ({ params, body, caller, actor, attempt }) => {
      const event = await demandEvent(deps, params.id, caller)
      if (!can(caller, 'orders.write', event.id)) fail('rest-event-not-found')
      const terms = termsOf(body, deps.config.currency)
      return settlementView(await settleEvent(actingAs(deps, actor), { event, terms, attempt }))
    },
  })
}

async function demandEvent(
  { db }: Pick<Deps, 'db'>,
  id: number,
  caller: Caller,
): Promise<EventRow> {
  const event = can(caller, 'money.read', id) ? await findEvent(db, id) : undefined
  return event ?? fail('rest-event-not-found')
}

type Body = Static<typeof shapes.SettlementRequest>

function termsOf({ share_percent: percent, share, costs = [] }: Body, currency: string): Terms {
  const problems: Record<string, { message: string }> = {}
  const read = (name: string, text: string) => {
    const amount = exactDecimal(text, currency)
    if (!amount) problems[name] = { message: `must be an amount of ${currency}, such as 120.00.` }
    return amount?.minor ?? 0
  }
  const hundredths = percent === undefined ? null : exactPercent(percent)
  if (hundredths === undefined || (hundredths !== null && hundredths > 10_000)) {
    problems['share_percent'] = {
      message: 'must be a percentage from 0 to 100 with at most two decimals, such as 70 or 12.5.',
    }
  }
  if (percent !== undefined && share !== undefined) {
    problems['share'] = { message: 'must not be sent together with share_percent.' }
  }
  const terms = {
    sharePercent: hundredths ?? null,
    shareMinor: share === undefined ? null : read('share', share),
    costs: costs.map(({ text, amount }, at) => ({
      text: plainText(text),
      minor: read(`costs[${at}].amount`, amount),
    })),
  }
  return Object.keys(problems).length > 0 ? failParams(problems) : terms
}

function settlementView({ id, event_id: event, number, at, content }: SettlementRow) {
  const { minors: _minors, ...sheet } = content as Stored
  return {
    id,
    event,
    number,
    at: at.toISOString(),
    ...sheet,
    control: { ...sheet.control, listed: sheet.control.listed ?? [] },
    groups: sheet.groups.map(group => ({ ...group, taxes: group.taxes ?? [] })),
  } as Static<typeof shapes.SettlementView>
}

function fileRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/settlements/:id.:format',
    operation: 'getSettlementFile',
    ours: true,
    summary: 'Read a settlement as a file, with its control',
    access: { needs: 'money.read' },
    params: shapes.FileParams,
    returns: Type.Unsafe<Raw>({
      type: 'string',
      contentMediaType: 'text/csv',
      description:
        'Lines of section, item, currency and amount; a spreadsheet with its control on a sheet of its own; or a paper.',
    }),
    errors: ['rest-event-not-found', 'rest_too_many_requests', 'rest_unavailable'],
    handle: async ({ params, caller, request: { address } }) => {
      const row = await findSettlement(deps.db, params.id)
      if (!row || !can(caller, 'money.read', row.event_id)) return fail('rest-event-not-found')
      const format = params.format as FileFormat
      const { number, content } = row
      const sheet = { ...(content as Stored), number }
      const file =
        format === 'pdf'
          ? await paperInTime(deps, paperOf(sheet), address)
          : await fileOf(format, sheet)
      return new Answer(new Raw(file, format === 'pdf' ? 'application/pdf' : mediaTypes[format]), {
        headers: {
          'content-disposition': `attachment; filename="settlement-${row.event_id}-${number}.${format}"`,
        },
      })
    },
  })
}

type FileFormat = 'csv' | 'xlsx' | 'pdf'

async function fileOf(format: Exclude<FileFormat, 'pdf'>, sheet: Sheet): Promise<Buffer> {
  if (format === 'xlsx') return writeWorkbook(sheetsOf(sheet))
  const writer = writerOf(format, { columns: lineColumns, mark: false })
  const parts = [writer.begin(), writer.write(linesOf(sheet)), writer.end()]
  return Buffer.concat(parts.map(part => Buffer.from(part)))
}
