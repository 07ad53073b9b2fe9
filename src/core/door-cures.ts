/** Causes and cures of what is refused at the door; part of `errorCures`. */
export const doorCures = {
  'gate-not-found': [
    'The gate was deleted, or is of another event.',
    'See `GET /events/{id}/gates`.',
  ],
  'door-device-not-found': [
    'No phone has this id, or it is for events at which you may not pair phones.',
    'See `GET /door-devices`.',
  ],
  'door-device-paired': [
    'A code was asked for a phone that has one use of it behind it.',
    'Make another with `POST /door-devices`.',
  ],
  'door-pairing-ended': [
    'The code of a pairing works once, for ten minutes.',
    'Ask for a new one with `POST /door-devices/{id}/pairing`, or on the page `/tickets-door`.',
  ],
  'door-device-revoked': ['Staff revoked the phone.', 'Delete what it keeps, and pair it again.'],
  'door-scans-gap': [
    'The numbers of scans have no gaps, so that none is lost; the phone left some out.',
    'Send them again from `data.next` on.',
  ],
  'door-clock-off': [
    'The times of scans decide who came first, and such a clock makes them worthless.',
    'Compare the clock of the phone with `data.now`.',
  ],
} as const
