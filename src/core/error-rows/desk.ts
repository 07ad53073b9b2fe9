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
    message: 'This till is not open, not yours, or of another event; nothing was done.',
    cause: 'A till sells from its opening to its closing, for the person who opened it.',
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
  'comp-quota-used': {
    status: 409,
    message: 'The quota of places that may be given away is used; nothing was done.',
    cause: 'The event has a quota of complimentary places.',
    cure: 'Ask for at most `data.left`, or have the quota raised.',
  },
} as const satisfies Record<string, ErrorRow>
