import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { findAttendee } from '../attendees/lookup.ts'
import { codeEndedAt } from '../attendees/lookup.holders.ts'
import { sendCompressed } from '../../platform/http/answer/send-compressed.ts'
import { qrPath } from '../attendees/qr-address.ts'
import { drawPng, drawSvg, qrContent } from './draw-qr.ts'
import { opensPages } from './same-secret.ts'

/**
 * QR pictures of tickets, `/tickets/qr/<attendee>/<secret>.svg`. The secret is the access. Clients may cache
 * a picture for ever, because a new secret is a new address. A wrong secret gets no picture.
 */
export function qrPictureRoutes(http: FastifyInstance, deps: Deps) {
  http.get(
    `${qrPath}/:id(^\\d{1,15}$)/:file`,
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { id, file } = request.params as { id: string; file: string }
      const [, code = '', format = ''] = /^([\w-]{1,100})\.(svg|png)$/.exec(file) ?? []
      const attendee = code === '' ? undefined : await findAttendee(deps.db, Number(id))
      if (attendee?.status !== 'publish' || !opensPages(code, attendee.security_code)) {
        // The page of a ticket that was passed on may still be open somewhere: that is no guess.
        const isFormer = attendee && (await codeEndedAt(deps.db, attendee.id, code))
        if (!isFormer) deps.attempts.wrong('ticket code', { target: id, address: request.ip })
        return fail('rest_no_route')
      }
      reply.headers({
        'cache-control': 'private, max-age=31536000, immutable',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      const content = await qrContent(deps, attendee)
      if (format === 'png') return reply.type('image/png').send(await drawPng(content))
      // A phone at the door shows it in a quarter of the bytes.
      return sendCompressed(request, reply.type('image/svg+xml'), await drawSvg(content))
    },
  )
}
