import type { ErrorRow } from './row.ts'

/** Errors of events, venues, organizers, terms and pictures. */
export const catalogueErrors = {
  'rest-event-not-found': {
    status: 404,
    message: 'The event does not exist.',
    cause: 'The event does not exist, or the caller may not know of it.',
    cure: 'Check the id; sign in to read drafts.',
  },
  'rest-invalid-event-id': {
    status: 400,
    message: 'The id is not an event id.',
    cause: 'The id names a record of another kind.',
    cure: 'Send the id of an event.',
  },
  'event-no-longer-available': {
    status: 403,
    message: 'The event is in the trash and no longer available.',
    cause: 'The event is in the trash.',
    cure: 'Editors restore it by sending another `status`.',
  },
  'event-not-accessible': {
    status: 403,
    message: 'The event is not accessible.',
    cause: 'The event is a draft or private.',
    cure: 'Sign in as somebody who may edit it.',
  },
  'event-password-protected': {
    status: 403,
    message: 'The event is password protected.',
    cause: 'The event has a password, which was not sent or is wrong.',
    cure: 'Send `password`.',
  },
  'event-is-in-trash': {
    status: 410,
    message: 'The event is already in the trash.',
    cause: 'The event was deleted before.',
    cure: 'Nothing has to be done.',
  },
  'event-has-orders': {
    status: 409,
    message: 'The event has not ended and has valid tickets.',
    cause: 'Deleting or hiding it would leave holders of valid tickets outside.',
    cure: 'Cancel the event (`happening: cancelled`) and refund, or send `force=true`.',
  },
  'event-external-id-taken': {
    status: 409,
    message: 'Another event has this external_id.',
    cause: 'Two events cannot come from one record of the same source.',
    cure: 'Change the event that `data.event_id` names, or empty its `external_id` first.',
  },
  'event-archive-page-not-found': {
    status: 404,
    message: 'The requested page of events does not exist.',
    cause: '`page` is behind the last one.',
    cure: 'Stop at `total_pages`.',
  },
  'venue-not-accessible': {
    status: 403,
    message: 'The venue is not accessible.',
    cause: 'The venue is not published.',
    cure: 'Sign in as somebody who may edit it.',
  },
  'venue-is-in-trash': {
    status: 410,
    message: 'The venue is already in the trash.',
    cause: 'The venue was deleted before.',
    cure: 'Nothing has to be done.',
  },
  'venue-archive-page-not-found': {
    status: 404,
    message: 'The requested page of venues does not exist.',
    cause: '`page` is behind the last one.',
    cure: 'Stop at `total_pages`.',
  },
  'could-not-create-venue': {
    status: 400,
    message: 'The venue could not be created from this data.',
    cause: 'The venue that came with an event has no usable name.',
    cure: 'Send at least `venue`, its name.',
  },
  'organizer-not-accessible': {
    status: 403,
    message: 'The organizer is not accessible.',
    cause: 'The organizer is not published.',
    cure: 'Sign in as somebody who may edit it.',
  },
  'organizer-is-in-trash': {
    status: 410,
    message: 'The organizer is already in the trash.',
    cause: 'The organizer was deleted before.',
    cure: 'Nothing has to be done.',
  },
  'organizer-archive-page-not-found': {
    status: 404,
    message: 'The requested page of organizers does not exist.',
    cause: '`page` is behind the last one.',
    cure: 'Stop at `total_pages`.',
  },
  'image-archive-page-not-found': {
    status: 404,
    message: 'There is no such page of images.',
    cause: '`page` is behind the last one.',
    cure: 'Stop at `total_pages`.',
  },
  'could-not-create-organizer': {
    status: 400,
    message: 'The organizer could not be created from this data.',
    cause: 'The organizer that came with an event has no usable name.',
    cure: 'Send at least `organizer`, its name.',
  },
  'invalid-linked-post-id': {
    status: 400,
    message: 'The linked record is not of the expected kind.',
    cause: 'The id names a record of another kind than the parameter.',
    cure: 'Send the id of a venue as `venue`, of an organizer as `organizer`.',
  },
  term_exists: {
    status: 400,
    message: 'A term with this name already exists.',
    cause: 'A category or tag with this name is there.',
    cure: 'Use it: `data.term_id` is its id.',
  },
  duplicate_term_slug: {
    status: 400,
    message: 'The slug is already in use by another term.',
    cause: 'Another category or tag has this slug.',
    cure: 'Send another `slug`, or none.',
  },
  'import-not-found': {
    status: 404,
    message: 'There is no import with this id.',
    cause: 'No run of `marquee import-site`, and no list of attendees, has this id.',
    cure: '`GET /imports` lists the runs, and `GET /events/{id}/attendee-imports` the lists of an event.',
  },
  'attendee-import-changed': {
    status: 409,
    message: 'The list would do something else by now than its plan says. Nothing was done.',
    cause:
      'Tickets, places or attendees of the event changed since the plan was made, or the list or its columns did.',
    cure: 'Make a new plan with `POST /events/{id}/attendee-imports/plan`, and send its `plan`.',
  },
} as const satisfies Record<string, ErrorRow>
