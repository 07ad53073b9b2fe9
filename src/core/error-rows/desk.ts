import type { ErrorRow } from './row.ts'

/** Errors of the box office. */
export const deskErrors = {
  'till-not-found': {
    status: 404,
    message: 'There is no such till.',
    cause: 'No till has this id, or it is of somebody else.',
    cure: 'List yours with `GET /tills`.',
  },
  'till-not-open': {
    status: 409,
    message:
      'This till is not open, not yours, of another event or of another currency; nothing was done.',
    cause:
      'A till sells from its opening to its closing, for the person who opened it, and in the currency of the site at its opening.',
    cure: 'Open one with `POST /tills`, and send its id.',
  },
  'cash-is-off': {
    status: 409,
    message: 'This site takes no cash at the desk; nothing was done.',
    cause: 'The setting `desk_cash` is `off`.',
    cure: 'Take the money at a card terminal (`method: terminal`), or by transfer. Whoever may change settings can switch cash on.',
  },
  'till-sale-not-found': {
    status: 404,
    message: 'This till did not sell that order.',
    cause: 'Only sales of the same open till are voided.',
    cure: 'Refund the order with `POST /orders/{id}/refunds` instead.',
  },
  'desk-total-changed': {
    status: 409,
    message: 'The total has changed; nothing was sold.',
    cause: 'A price, a fee or the ticket changed while the screen was open.',
    cure: 'Show `data.total`, and send it as `expected_total`.',
  },
  'desk-not-sold': {
    status: 409,
    message: 'This ticket is not sold; nothing was done.',
    cause:
      'The ticket or its event is not published, was called off, is over, or has a price in another currency.',
    cure: 'Read `refused` and `tiles` of `GET /desk/events/{id}`.',
  },
  'desk-given-too-little': {
    status: 400,
    message: 'Less was handed over than is to be paid; nothing was sold.',
    cause: '`given` is below the total.',
    cure: 'Take at least `data.total`, or leave `given` out.',
  },
  'batch-not-found': {
    status: 404,
    message: 'There is no such batch of tickets.',
    cause: 'No batch has this id, or it is of an event at which you do not sell.',
    cure: 'List them with `GET /desk/batches`.',
  },
  'batch-codes-refused': {
    status: 409,
    message: 'Some of these codes cannot come back; nothing was done.',
    cause: 'A code is of another batch or of none, came back before, or its holder came in.',
    cure: 'Send the codes again without those in `data.codes`.',
  },
  'batch-is-paid': {
    status: 409,
    message: 'This batch is paid or has ended, so that nothing comes back; nothing was done.',
    cause: 'Unsold tickets come back before the others are paid.',
    cure: 'Refund places of a paid order with `POST /orders/{id}/refunds` and `attendees`.',
  },
  'comp-quota-used': {
    status: 409,
    message: 'The quota of places that may be given away is used; nothing was done.',
    cause: 'The event has a quota of complimentary places.',
    cure: 'Ask for at most `data.left`, or have the quota raised.',
  },
} as const satisfies Record<string, ErrorRow>
