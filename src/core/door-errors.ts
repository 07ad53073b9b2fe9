/** Errors about gates and paired phones; part of the error table. */
export const doorErrors = {
  'gate-not-found': { status: 404, message: 'The event has no gate with this id.' },
  'door-device-not-found': { status: 404, message: 'There is no paired phone with this id.' },
  'door-device-paired': {
    status: 409,
    message: 'This phone is paired already, or was revoked: make a new one.',
  },
  'door-pairing-ended': {
    status: 410,
    message: 'This code was used, or its ten minutes are over: ask for a new one.',
  },
  'door-device-revoked': {
    status: 401,
    message: 'This phone was revoked: it can be paired again, and keeps nothing until then.',
  },
  'door-scans-gap': {
    status: 409,
    message: 'Scans before these are missing: send them from the number `data.next` on.',
  },
  'door-clock-off': {
    status: 409,
    message:
      'The clock of the phone is more than 24 hours off: set it right, then send the scans again; `data.now` is ours.',
  },
} as const
