import { fail } from '../../core/errors.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { Answer, Raw } from '../../platform/http/answer/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import {
  demandMessage,
  queueTest,
  resendOrder,
  retryMessage,
  withdrawMessage,
} from './change-message.ts'
import { findCapture, listMessages } from './lookup.ts'
import { bounceRoutes } from './routes.bounces.ts'
import * as shapes from './schema.ts'
import { sendLinks } from './send-links.ts'
import { messageView } from './view.ts'

const access = { needs: 'mails.write' } as const

/** Routes of the outbox, for those who look after the mails of the site. */
export function outboxRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/messages',
    summary: 'List mails, newest first',
    access,
    query: shapes.MessageQuery,
    returns: shapes.MessageList,
    handle: async ({ query: { before, limit = 50, ...filter } }) => {
      const rows = await listMessages(deps.db, filter, { before, limit: limit + 1 })
      return { messages: rows.slice(0, limit).map(messageView), more: rows.length > limit }
    },
  })
  route(api, {
    method: 'GET',
    path: '/messages/:id',
    summary: 'Read what became of a mail',
    access,
    params: shapes.MessageParams,
    returns: shapes.MessageView,
    errors: ['message_not_found'],
    handle: async ({ params }) => messageView(await demandMessage(deps, params.id)),
  })
  route(api, {
    method: 'GET',
    path: '/messages/:id/raw',
    summary: 'Read a mail that was kept because no mail server is set',
    access,
    params: shapes.MessageParams,
    returns: Type.Unsafe<Raw>({
      type: 'string',
      contentMediaType: 'message/rfc822',
      description: 'The whole mail.',
    }),
    errors: ['message_not_found'],
    handle: async ({ params }) => {
      const capture = await findCapture(deps.db, params.id)
      return new Answer(new Raw(capture ?? fail('message_not_found'), 'message/rfc822'))
    },
  })
  changingRoutes(api, deps)
  bounceRoutes(api, deps)
}

function changingRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/messages/:id/retry',
    operation: 'retryMessage',
    summary: 'Send a mail that did not arrive once more',
    access,
    params: shapes.MessageParams,
    returns: shapes.MessageView,
    errors: ['message_not_found', 'message_move_not_allowed'],
    handle: async ({ params, actor }) =>
      messageView(await retryMessage(actingAs(deps, actor), params.id)),
  })
  route(api, {
    method: 'POST',
    path: '/messages/:id/withdraw',
    operation: 'withdrawMessage',
    summary: 'Take a mail back that has not left',
    access,
    params: shapes.MessageParams,
    returns: shapes.MessageView,
    errors: ['message_not_found', 'message_move_not_allowed'],
    handle: async ({ params, actor }) =>
      messageView(await withdrawMessage(actingAs(deps, actor), params.id)),
  })
  route(api, {
    method: 'POST',
    path: '/messages/test',
    operation: 'sendTestMessage',
    summary: 'Send a test mail, the same way as every other',
    access,
    body: shapes.TestRequest,
    returns: shapes.MessageView,
    status: 202,
    handle: async ({ body, actor }) => messageView(await queueTest(actingAs(deps, actor), body.to)),
  })
}

/** Routes that mail lost tickets again. */
export function resendRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/orders/:id/resend',
    operation: 'resendOrder',
    ours: true,
    summary: 'Send the tickets of an order again, also to a corrected address',
    access,
    params: shapes.OrderParams,
    body: shapes.ResendRequest,
    returns: shapes.MessageView,
    status: 202,
    errors: ['order-not-found', 'order-move-not-allowed'],
    handle: async ({ params, body, actor }) =>
      messageView(await resendOrder(actingAs(deps, actor), params.id, body.to)),
  })
  route(api, {
    method: 'POST',
    path: '/orders/links',
    operation: 'sendOrderLinks',
    ours: true,
    summary:
      'Have the links of your orders and tickets sent to your address; the answer never tells whether there are any',
    access: 'public',
    body: shapes.LinksRequest,
    returns: shapes.Accepted,
    status: 202,
    errors: ['rest_too_many_requests'],
    handle: async ({ body, request }) => {
      await sendLinks(deps, { email: body.email, request })
      return { accepted: true }
    },
  })
}
