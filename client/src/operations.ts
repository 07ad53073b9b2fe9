// Made by `npm run generate` from the declared routes. Do not edit.

export const operations = {
  listEvents: 'GET events/v1/events events',
  createEvent: 'POST events/v1/events',
  getEvent: 'GET events/v1/events/{id}',
  updateEvent: 'POST events/v1/events/{id}',
  deleteEvent: 'DELETE events/v1/events/{id}',
  getEventBySlug: 'GET events/v1/events/by-slug/{slug}',
  updateEventBySlug: 'POST events/v1/events/by-slug/{slug}',
  deleteEventBySlug: 'DELETE events/v1/events/by-slug/{slug}',
  listVenues: 'GET events/v1/venues venues',
  createVenue: 'POST events/v1/venues',
  getVenue: 'GET events/v1/venues/{id}',
  updateVenue: 'POST events/v1/venues/{id}',
  deleteVenue: 'DELETE events/v1/venues/{id}',
  getVenueBySlug: 'GET events/v1/venues/by-slug/{slug}',
  updateVenueBySlug: 'POST events/v1/venues/by-slug/{slug}',
  deleteVenueBySlug: 'DELETE events/v1/venues/by-slug/{slug}',
  listOrganizers: 'GET events/v1/organizers organizers',
  createOrganizer: 'POST events/v1/organizers',
  getOrganizer: 'GET events/v1/organizers/{id}',
  updateOrganizer: 'POST events/v1/organizers/{id}',
  deleteOrganizer: 'DELETE events/v1/organizers/{id}',
  getOrganizerBySlug: 'GET events/v1/organizers/by-slug/{slug}',
  updateOrganizerBySlug: 'POST events/v1/organizers/by-slug/{slug}',
  deleteOrganizerBySlug: 'DELETE events/v1/organizers/by-slug/{slug}',
  listCategories: 'GET events/v1/categories categories',
  createCategory: 'POST events/v1/categories',
  getCategory: 'GET events/v1/categories/{id}',
  updateCategory: 'POST events/v1/categories/{id}',
  deleteCategory: 'DELETE events/v1/categories/{id}',
  listTags: 'GET events/v1/tags tags',
  createTag: 'POST events/v1/tags',
  getTag: 'GET events/v1/tags/{id}',
  updateTag: 'POST events/v1/tags/{id}',
  deleteTag: 'DELETE events/v1/tags/{id}',
  createImage: 'POST events/v1/images',
  listImages: 'GET events/v1/images images',
  getImage: 'GET events/v1/images/{id}',
  deleteImage: 'DELETE events/v1/images/{id}',
  getEventsIndex: 'GET events/v1',
  getEventsDocument: 'GET events/v1/doc',
  listUsers: 'GET admin/v1/users',
  createUser: 'POST admin/v1/users',
  getUser: 'GET admin/v1/users/{id}',
  updateUser: 'POST admin/v1/users/{id}',
  deleteUser: 'DELETE admin/v1/users/{id}',
  getMe: 'GET admin/v1/me',
  listTeam: 'GET admin/v1/team',
  createGrant: 'POST admin/v1/team',
  getGrant: 'GET admin/v1/team/{id}',
  updateGrant: 'PATCH admin/v1/team/{id}',
  deleteGrant: 'DELETE admin/v1/team/{id}',
  listUserApplicationPasswords: 'GET admin/v1/users/{id}/application-passwords',
  createUserApplicationPassword: 'POST admin/v1/users/{id}/application-passwords',
  deleteUserApplicationPassword: 'DELETE admin/v1/users/{id}/application-passwords/{password_id}',
  signIn: 'POST admin/v1/sign-in',
  listKeys: 'GET admin/v1/keys',
  createKey: 'POST admin/v1/keys',
  deleteKey: 'DELETE admin/v1/keys/{id}',
  listAuditEntries: 'GET admin/v1/audit',
  listImports: 'GET admin/v1/imports',
  getImport: 'GET admin/v1/imports/{id}',
  planAttendeeImport: 'POST admin/v1/events/{id}/attendee-imports/plan',
  importAttendees: 'POST admin/v1/events/{id}/attendee-imports',
  listAttendeeImports: 'GET admin/v1/events/{id}/attendee-imports',
  getAttendeeImport: 'GET admin/v1/attendee-imports/{id}',
  getSettings: 'GET admin/v1/settings',
  updateSettings: 'PATCH admin/v1/settings',
  uploadLogo: 'POST admin/v1/settings/logo',
  deleteLogo: 'DELETE admin/v1/settings/logo',
  listChanges: 'GET admin/v1/changes',
  moveAttendee: 'POST admin/v1/attendees/{id}/moves',
  previewAttendeeMove: 'POST admin/v1/attendees/{id}/moves/preview',
  listOrderNotes: 'GET admin/v1/orders/{id}/notes',
  addOrderNote: 'POST admin/v1/orders/{id}/notes',
  deleteOrderNote: 'DELETE admin/v1/orders/{id}/notes/{note}',
  listAttendeeNotes: 'GET admin/v1/attendees/{id}/notes',
  addAttendeeNote: 'POST admin/v1/attendees/{id}/notes',
  deleteAttendeeNote: 'DELETE admin/v1/attendees/{id}/notes/{note}',
  getOrderPage: 'GET admin/v1/orders/{id}',
  correctOrder: 'PATCH admin/v1/orders/{id}',
  listOrderTimeline: 'GET admin/v1/orders/{id}/timeline',
  getAttendeeRecord: 'GET admin/v1/attendees/{id}',
  correctAttendee: 'PATCH admin/v1/attendees/{id}',
  resendOrderMails: 'POST admin/v1/orders/{id}/mails',
  copyEvent: 'POST admin/v1/events/{id}/copies',
  listQuestions: 'GET admin/v1/events/{id}/questions',
  createQuestion: 'POST admin/v1/events/{id}/questions',
  orderQuestions: 'PUT admin/v1/events/{id}/questions',
  updateQuestion: 'PATCH admin/v1/events/{id}/questions/{question}',
  deleteQuestion: 'DELETE admin/v1/events/{id}/questions/{question}',
  listAttendeeAnswers: 'GET admin/v1/attendees/{id}/answers',
  putAttendeeAnswers: 'PUT admin/v1/attendees/{id}/answers',
  listOrderAnswers: 'GET admin/v1/orders/{id}/answers',
  putOrderAnswers: 'PUT admin/v1/orders/{id}/answers',
  exportAnswers: 'GET admin/v1/events/{id}/answers.{format}',
  getReport: 'GET admin/v1/reports/{report}',
  listBookEntries: 'GET admin/v1/books/entries',
  listSettlements: 'GET admin/v1/events/{id}/settlements',
  createSettlement: 'POST admin/v1/events/{id}/settlements',
  getSettlementFile: 'GET admin/v1/settlements/{id}.{format}',
  makePlan: 'POST admin/v1/plans',
  getPlan: 'GET admin/v1/plans/{id}',
  listPlanRows: 'GET admin/v1/plans/{id}/rows',
  startRun: 'POST admin/v1/runs',
  listRuns: 'GET admin/v1/runs',
  getRun: 'GET admin/v1/runs/{id}',
  listRunItems: 'GET admin/v1/runs/{id}/items',
  moveRun: 'POST admin/v1/runs/{id}/{move}',
  recordGivenByHand: 'POST admin/v1/runs/{id}/items/{n}/given',
  getDesk: 'GET admin/v1/desk/events/{id}',
  getDeskSale: 'GET admin/v1/desk/sales/{id}',
  sellAtDesk: 'POST admin/v1/desk/sales',
  giveComps: 'POST admin/v1/desk/comps',
  setCompQuota: 'PUT admin/v1/desk/events/{id}/comp-quota',
  orderByInvoice: 'POST admin/v1/desk/orders',
  listDeskOrders: 'GET admin/v1/desk/orders',
  takeDeskPayment: 'POST admin/v1/desk/orders/{id}/payments',
  listTills: 'GET admin/v1/tills',
  openTill: 'POST admin/v1/tills',
  getTill: 'GET admin/v1/tills/{id}',
  moveTillCash: 'POST admin/v1/tills/{id}/moves',
  voidDeskSale: 'POST admin/v1/tills/{id}/voids',
  closeTill: 'POST admin/v1/tills/{id}/close',
  listDeskBatches: 'GET admin/v1/desk/batches',
  makeDeskBatch: 'POST admin/v1/desk/batches',
  getDeskBatch: 'GET admin/v1/desk/batches/{id}',
  returnUnsoldTickets: 'POST admin/v1/desk/batches/{id}/returns',
  getDeskBatchSheet: 'GET admin/v1/desk/batches/{id}.pdf',
  listTaxRates: 'GET admin/v1/tax-rates',
  createTaxRate: 'POST admin/v1/tax-rates',
  updateTaxRate: 'PATCH admin/v1/tax-rates/{id}',
  deleteTaxRate: 'DELETE admin/v1/tax-rates/{id}',
  getTicketTaxRate: 'GET admin/v1/tickets/{id}/tax-rate',
  setTicketTaxRate: 'PUT admin/v1/tickets/{id}/tax-rate',
  getFeeTaxRate: 'GET admin/v1/fees/{id}/tax-rate',
  setFeeTaxRate: 'PUT admin/v1/fees/{id}/tax-rate',
  findCoupons: 'GET admin/v1/coupons',
  createCouponBatch: 'POST admin/v1/coupon-batches',
  listCouponBatches: 'GET admin/v1/coupon-batches',
  updateCouponBatch: 'PATCH admin/v1/coupon-batches/{id}',
  exportCouponBatch: 'GET admin/v1/coupon-batches/{id}.csv',
  importCouponBatch: 'POST admin/v1/coupon-batches/csv',
  listMessages: 'GET admin/v1/messages',
  getMessage: 'GET admin/v1/messages/{id}',
  getMessageRaw: 'GET admin/v1/messages/{id}/raw',
  retryMessage: 'POST admin/v1/messages/{id}/retry',
  withdrawMessage: 'POST admin/v1/messages/{id}/withdraw',
  sendTestMessage: 'POST admin/v1/messages/test',
  createBounce: 'POST admin/v1/bounces',
  listSuppressions: 'GET admin/v1/suppressions',
  deleteSuppression: 'DELETE admin/v1/suppressions',
  getSecondFactor: 'GET admin/v1/me/second-factor',
  beginSecondFactor: 'POST admin/v1/me/second-factor',
  removeSecondFactor: 'DELETE admin/v1/me/second-factor',
  confirmSecondFactor: 'POST admin/v1/me/second-factor/confirm',
  renewRecoveryCodes: 'POST admin/v1/me/second-factor/recovery-codes',
  getBooksSummary: 'GET admin/v1/books/summary',
  listPaymentAccounts: 'GET admin/v1/payment-accounts',
  listMailTexts: 'GET admin/v1/mail-texts',
  updateMailText: 'PUT admin/v1/mail-texts/{kind}/{locale}',
  deleteMailText: 'DELETE admin/v1/mail-texts/{kind}/{locale}',
  findOrders: 'GET admin/v1/orders',
  findAttendees: 'GET admin/v1/attendees',
  findEvents: 'GET admin/v1/events',
  findPayments: 'GET admin/v1/payments',
  findBooks: 'GET admin/v1/books',
  listGates: 'GET admin/v1/events/{id}/gates',
  createGate: 'POST admin/v1/events/{id}/gates',
  updateGate: 'PATCH admin/v1/events/{id}/gates/{gate_id}',
  deleteGate: 'DELETE admin/v1/events/{id}/gates/{gate_id}',
  listDoorDevices: 'GET admin/v1/door-devices',
  createDoorDevice: 'POST admin/v1/door-devices',
  renewDoorPairing: 'POST admin/v1/door-devices/{id}/pairing',
  deleteDoorDevice: 'DELETE admin/v1/door-devices/{id}',
  takeDoorFile: 'POST admin/v1/door-devices/{id}/scans',
  listDoorConflicts: 'GET admin/v1/events/{id}/door-conflicts',
  exportOrders: 'GET admin/v1/orders.{format}',
  exportAttendees: 'GET admin/v1/attendees.{format}',
  exportEvents: 'GET admin/v1/events.{format}',
  exportPayments: 'GET admin/v1/payments.{format}',
  exportBooks: 'GET admin/v1/books.{format}',
  findRecords: 'GET admin/v1/search',
  listAttention: 'GET admin/v1/attention',
  listViews: 'GET admin/v1/views',
  saveView: 'POST admin/v1/views',
  deleteView: 'DELETE admin/v1/views/{id}',
  getSession: 'GET admin/v1/session',
  confirmSession: 'POST admin/v1/session/confirm',
  listMySessions: 'GET admin/v1/me/sessions',
  endOtherSessions: 'DELETE admin/v1/me/sessions',
  listUserSessions: 'GET admin/v1/users/{id}/sessions',
  deleteUserSession: 'DELETE admin/v1/users/{id}/sessions/{session_id}',
  createUserLink: 'POST admin/v1/users/{id}/links',
  getAdminIndex: 'GET admin/v1',
  getAdminDocument: 'GET admin/v1/doc',
  listAttendees: 'GET tickets/v1/attendees attendees',
  createAttendee: 'POST tickets/v1/attendees',
  getAttendee: 'GET tickets/v1/attendees/{id}',
  updateAttendee: 'POST tickets/v1/attendees/{id}',
  listScannerKeys: 'GET tickets/v1/scanner-keys',
  createScannerKey: 'POST tickets/v1/scanner-keys',
  deleteScannerKey: 'DELETE tickets/v1/scanner-keys/{id}',
  listTicketKeys: 'GET tickets/v1/ticket-keys',
  getCheckInState: 'GET tickets/v1/qr/{id}',
  checkInByCode: 'GET tickets/v1/qr',
  createCheckIn: 'POST tickets/v1/check-ins',
  pairDoorDevice: 'POST tickets/v1/door/pairings',
  getDoorList: 'GET tickets/v1/door/snapshot',
  listDoorChanges: 'GET tickets/v1/door/changes',
  sendDoorScans: 'POST tickets/v1/door/scans',
  searchDoorList: 'GET tickets/v1/door/search',
  getDoorCounts: 'GET tickets/v1/door/counts',
  getTicketEntry: 'GET tickets/v1/tickets/{id}/entry',
  updateTicketEntry: 'PATCH tickets/v1/tickets/{id}/entry',
  getDoorNote: 'GET tickets/v1/attendees/{id}/door-note',
  updateDoorNote: 'PUT tickets/v1/attendees/{id}/door-note',
  listTickets: 'GET tickets/v1/tickets tickets',
  createTicket: 'POST tickets/v1/tickets',
  getTicket: 'GET tickets/v1/tickets/{id}',
  updateTicket: 'POST tickets/v1/tickets/{id}',
  deleteTicket: 'DELETE tickets/v1/tickets/{id}',
  getCart: 'GET tickets/v1/cart',
  updateCart: 'POST tickets/v1/cart',
  listAskedQuestions: 'GET tickets/v1/events/{id}/questions',
  listOrders: 'GET tickets/v1/orders orders',
  getOrder: 'GET tickets/v1/orders/{id}',
  cancelOrder: 'POST tickets/v1/orders/{id}/cancel',
  createOrderNote: 'POST tickets/v1/orders/{id}/notes',
  createOrderRefund: 'POST tickets/v1/orders/{id}/refunds',
  previewOrderRefund: 'POST tickets/v1/orders/{id}/refunds/preview',
  resendOrder: 'POST tickets/v1/orders/{id}/resend',
  sendOrderLinks: 'POST tickets/v1/orders/links',
  listEventMailTexts: 'GET tickets/v1/events/{id}/mail-texts',
  updateEventMailText: 'PUT tickets/v1/events/{id}/mail-texts/{kind}/{locale}',
  deleteEventMailText: 'DELETE tickets/v1/events/{id}/mail-texts/{kind}/{locale}',
  createFreeOrder: 'POST tickets/v1/commerce/free/order',
  createCardSignUp: 'POST tickets/v1/commerce/cardprocessor/sign-up',
  createCardOrder: 'POST tickets/v1/commerce/cardprocessor/order',
  updateCardOrder: 'POST tickets/v1/commerce/cardprocessor/order/{order_id}',
  deleteCardOrder: 'DELETE tickets/v1/commerce/cardprocessor/order/{order_id}',
  createWalletSignUp: 'POST tickets/v1/commerce/wallet/sign-up',
  createWalletOnBoarding: 'POST tickets/v1/commerce/wallet/on-boarding',
  createWalletOrder: 'POST tickets/v1/commerce/wallet/order',
  updateWalletOrder: 'POST tickets/v1/commerce/wallet/order/{order_id}',
  deleteWalletOrder: 'DELETE tickets/v1/commerce/wallet/order/{order_id}',
  createCardWebhook: 'POST tickets/v1/commerce/cardprocessor/webhook',
  createWalletWebhook: 'POST tickets/v1/commerce/wallet/webhook',
  listCoupons: 'GET tickets/v1/coupons',
  createCoupon: 'POST tickets/v1/coupons',
  getCoupon: 'GET tickets/v1/coupons/{id}',
  updateCoupon: 'POST tickets/v1/coupons/{id}',
  deleteCoupon: 'DELETE tickets/v1/coupons/{id}',
  validateCoupon: 'POST tickets/v1/coupons/validate',
  applyCoupon: 'POST tickets/v1/coupons/apply',
  removeCoupon: 'POST tickets/v1/coupons/remove',
  listFees: 'GET tickets/v1/fees',
  createFee: 'POST tickets/v1/fees',
  getFee: 'GET tickets/v1/fees/{id}',
  updateFee: 'POST tickets/v1/fees/{id}',
  deleteFee: 'DELETE tickets/v1/fees/{id}',
  listTicketFees: 'GET tickets/v1/tickets/{ticket_id}/fees',
  updateTicketFees: 'POST tickets/v1/tickets/{ticket_id}/fees',
  getTicketsIndex: 'GET tickets/v1',
  getTicketsDocument: 'GET tickets/v1/doc',
} as const

export type Operations = {
  /** List events by their start. */
  listEvents: { input: {
/** Which page. */
page?: number
/** At most 50 are answered */
per_page?: number
/** Events that start on this date or later; a date, a date and time, or words such as "tomorrow" */
start_date?: string
/** Events that end on this date or earlier; a date, a date and time, or words such as "tomorrow" */
end_date?: string
/** Events that start before; a date, a date and time, or words such as "tomorrow" */
starts_before?: string
/** Events that start after; a date, a date and time, or words such as "tomorrow" */
starts_after?: string
/** Events that end before; a date, a date and time, or words such as "tomorrow" */
ends_before?: string
/** Events that end after; a date, a date and time, or words such as "tomorrow" */
ends_after?: string
/** Whether date filters use the given times; otherwise whole days */
strict_dates?: string
/** Words, "phrases", -exclusions */
search?: string
/** Slugs or ids; one match is enough */
categories?: (string)[]
/** Slugs or ids; one match is enough */
tags?: (string)[]
/** Ids of venues; one match is enough */
venue?: (number)[]
/** Ids of organizers; one match is enough */
organizer?: (number)[]
/** Only featured events, or only others */
featured?: boolean
/** publish, future, draft, pending, private, trash; others than `publish` are for staff */
status?: (string)[]
/** Events that take place as planned, are cancelled or postponed; one match is enough */
happening?: ("scheduled" | "cancelled" | "postponed")[]
/** Whether the venue has coordinates */
geoloc?: boolean
/** Degrees; needs `geoloc_lng` */
geoloc_lat?: number
/** Degrees; needs `geoloc_lat` */
geoloc_lng?: number
/** Kilometres; default 25 */
geoloc_radius?: number
/** Only these events; date filters are then ignored */
include?: (number)[]
/** Events that are part of this one */
post_parent?: number
/** The event with this id where it comes from; for those who may edit it */
external_id?: string
/** With tickets, or without */
ticketed?: boolean
/** The password of a protected event */
password?: string
/** `edit` also reads protected events that the caller may edit */
context?: string
}; output: ListEventsResponse; item: Event }
  /** Add an event. */
  createEvent: { input: CreateEventRequest; output: Event }
  /** Read an event. */
  getEvent: { input: {
/** The id of the event */
id: number
/** The password of a protected event */
password?: string
/** `edit` also reads protected events that the caller may edit */
context?: string
}; output: Event }
  /** Change an event; omitted members stay. */
  updateEvent: { input: UpdateEventRequest & {
/** The id of the event */
id: number
"If-Match"?: string
}; output: Event }
  /** Move an event to the trash. */
  deleteEvent: { input: DeleteEventRequest & {
/** The id of the event */
id: number
/** The password of a protected event */
password?: string
/** `edit` also reads protected events that the caller may edit */
context?: string
"If-Match"?: string
}; output: Event }
  /** Read an event. */
  getEventBySlug: { input: {
/** The slug of the event */
slug: string
/** The password of a protected event */
password?: string
/** `edit` also reads protected events that the caller may edit */
context?: string
}; output: Event }
  /** Change an event; omitted members stay. */
  updateEventBySlug: { input: {
/** What it is called, not blank */
title?: string
/** Start, e.g. `2031-06-01 19:00`, in the event's zone unless it has an offset */
start_date?: string
/** End, in the same form as the start; one before the start becomes the start */
end_date?: string
/** The id of a user */
author?: number
/** Publication, in the site's time zone */
date?: string
/** Publication, in UTC */
date_utc?: string
/** HTML; empty for none */
description?: string
/** HTML; empty for none */
excerpt?: string
/** The slug of the event */
slug: string
/** publish, future, draft, pending, private or trash; to call an event off send `happening` */
status?: string
/** IANA name such as `Europe/Oslo`, or UTC±n; empty for the site’s */
timezone?: string
/** Whole days, from the first second to the last */
all_day?: boolean
/** Id or address of an image, or the image as it was read; empty or false for none */
image?: string | boolean | {}
/** The id of the event where it comes from, unique here; a new event with a known one is that event; empty for none */
external_id?: string
/** The cost, as text, number or list of both, in major units, e.g. `12.50` */
cost?: string | number | (string | number)[]
/** The event's own website, an http or https address */
website?: string
/** Whether a map of the venue is shown */
show_map?: boolean
/** Whether a link to a map is shown */
show_map_link?: boolean
/** Hides it from lists; it can still be read by id */
hide_from_listings?: boolean
/** Shown first on its day in calendars */
sticky?: boolean
/** Set off from the others */
featured?: boolean
/** Ids, slugs or names of categories */
categories?: (number | string)[] | string | number
/** Ids, slugs or names of tags */
tags?: (number | string)[] | string | number
/** The venue: an id, its data such as `{"venue": "Opera House"}`, or a list; empty for none */
venue?: number | string | NestedVenue | (number | string | NestedVenue)[]
/** Organizers: ids, their data such as `{"organizer": "City Choir"}`, or a list; empty for none */
organizer?: number | string | NewOrganizer | (number | string | NewOrganizer)[]
/** The event that this one is part of; 0 for none */
post_parent?: number
/** Whether it takes place as planned; otherwise nothing is sold */
happening?: "scheduled" | "cancelled" | "postponed"
/** Plain text; a new `happening` without a reason has none */
happening_reason?: string
/** Where guests join online: an http or https address that only holders of valid tickets are told; empty for none */
online_url?: string
/** When the doors open, at most 24 hours before the start: `18:30` on its day, or with a day; it moves with the start; empty for none */
doors_at?: string
/** For whom it is, such as `From 16 years`; plain text */
age_note?: string
/** How people with disabilities get in and what is there for them; plain text */
access_note?: string
/** The password of a protected event; it permits reading only */
password?: string
/** Protects the event with a password; empty removes it */
event_password?: string
/** Hides the event although it has not ended and has valid tickets */
force?: boolean
"If-Match"?: string
}; output: Event }
  /** Move an event to the trash. */
  deleteEventBySlug: { input: DeleteEventRequest & {
/** The slug of the event */
slug: string
/** The password of a protected event */
password?: string
/** `edit` also reads protected events that the caller may edit */
context?: string
"If-Match"?: string
}; output: Event }
  /** List venues, the newest first. */
  listVenues: { input: {
/** Which page. */
page?: number
/** Page size; at most 50. */
per_page?: number
/** All words must occur in one field. */
search?: string
/** Only those of this event. */
event?: number
/** Only those with events, or only those without; an empty value means without. */
has_events?: boolean | string
/** Only those with upcoming events. */
only_with_upcoming?: boolean
/** publish, future, draft, pending, private, trash; others than `publish` are for staff. */
status?: (string)[]
}; output: ListVenuesResponse; item: Venue }
  /** Add a venue. */
  createVenue: { input: CreateVenueRequest; output: Venue }
  /** Read a venue by its id. */
  getVenue: { input: {
/** The id of the record. */
id: number
}; output: Venue }
  /** Change a venue by its id; omitted members stay. */
  updateVenue: { input: UpdateVenueRequest & {
/** The id of the record. */
id: number
"If-Match"?: string
}; output: Venue }
  /** Move a venue to the trash by its id; its events lose the link. */
  deleteVenue: { input: {
/** The id of the record. */
id: number
"If-Match"?: string
}; output: Venue }
  /** Read a venue by its slug. */
  getVenueBySlug: { input: {
/** The slug of the record. */
slug: string
}; output: Venue }
  /** Change a venue by its slug; omitted members stay. */
  updateVenueBySlug: { input: {
/** The name of the venue. */
venue?: string
/** The id of a user. */
author?: number
/** Publication, in the site's time zone. */
date?: string
/** The same in UTC. */
date_utc?: string
/** HTML. */
description?: string
/** publish, draft, pending, private … */
status?: string
/** The slug of the record. */
slug: string
/** The id or address of an image, or the image as it was read; empty for none. */
image?: string | {}
/** An address. */
website?: string
/** Telephone number. */
phone?: string
/** Street and number. */
address?: string
/** City. */
city?: string
/** Country. */
country?: string
/** Province, outside the United States. */
province?: string
/** State, in the United States. */
state?: string
/** Postal code. */
zip?: string
/** State or province; derived from the others when it is not sent. */
stateprovince?: string
/** Whether a map is shown: "true", "1", "yes" … or not. */
show_map?: boolean | string
/** Whether a link to a map is shown: "true", "1", "yes" … or not. */
show_map_link?: boolean | string
/** Degrees from -90 to 90; empty for none. */
geo_lat?: number | string
/** Degrees from -180 to 180; empty for none. */
geo_lng?: number | string
"If-Match"?: string
}; output: Venue }
  /** Move a venue to the trash by its slug; its events lose the link. */
  deleteVenueBySlug: { input: {
/** The slug of the record. */
slug: string
"If-Match"?: string
}; output: Venue }
  /** List organizers, the newest first. */
  listOrganizers: { input: {
/** Which page. */
page?: number
/** Page size; at most 50. */
per_page?: number
/** All words must occur in one field. */
search?: string
/** Only those of this event. */
event?: number
/** Only those with events, or only those without; an empty value means without. */
has_events?: boolean | string
/** Only those with upcoming events. */
only_with_upcoming?: boolean
/** publish, future, draft, pending, private, trash; others than `publish` are for staff. */
status?: (string)[]
}; output: ListOrganizersResponse; item: Organizer }
  /** Add an organizer. */
  createOrganizer: { input: NewOrganizer; output: Organizer }
  /** Read an organizer by its id. */
  getOrganizer: { input: {
/** The id of the record. */
id: number
}; output: Organizer }
  /** Change an organizer by its id; omitted members stay. */
  updateOrganizer: { input: UpdateOrganizerRequest & {
/** The id of the record. */
id: number
"If-Match"?: string
}; output: Organizer }
  /** Move an organizer to the trash by its id; its events lose the link. */
  deleteOrganizer: { input: {
/** The id of the record. */
id: number
"If-Match"?: string
}; output: Organizer }
  /** Read an organizer by its slug. */
  getOrganizerBySlug: { input: {
/** The slug of the record. */
slug: string
}; output: Organizer }
  /** Change an organizer by its slug; omitted members stay. */
  updateOrganizerBySlug: { input: {
/** The name of the organizer. */
organizer?: string
/** The id of a user. */
author?: number
/** Publication, in the site's time zone. */
date?: string
/** The same in UTC. */
date_utc?: string
/** HTML. */
description?: string
/** publish, draft, pending, private … */
status?: string
/** The slug of the record. */
slug: string
/** The id or address of an image, or the image as it was read; empty for none. */
image?: string | {}
/** An address. */
website?: string
/** Telephone number. */
phone?: string
/** An e-mail address, such as `box-office@example.org`; empty for none. */
email?: string
"If-Match"?: string
}; output: Organizer }
  /** Move an organizer to the trash by its slug; its events lose the link. */
  deleteOrganizerBySlug: { input: {
/** The slug of the record. */
slug: string
"If-Match"?: string
}; output: Organizer }
  /** List the categories. */
  listCategories: { input: {
/** Which page. */
page?: number
/** Page size; at most 50. */
per_page?: number
/** Words in name or slug. */
search?: string
/** All but these ids or slugs. */
exclude?: (string)[]
/** Only these ids or slugs. */
include?: (string)[]
/** `asc` or `desc`. */
order?: string
/** `name`, `id`, `slug`, `description`, `count` or `include`. */
orderby?: string
/** Whether terms without events are left out. */
hide_empty?: boolean
/** Terms of this event. */
post?: number
/** The same; it takes precedence over `post`. */
event?: number
/** Only the term with this slug. */
slug?: string
/** The parent category. */
parent?: number
}; output: ListCategoriesResponse; item: Term }
  /** Add a category. */
  createCategory: { input: CreateCategoryRequest; output: Term }
  /** Read a category. */
  getCategory: { input: {
/** The id of the term. */
id: number
}; output: Term }
  /** Change a category; omitted members stay. */
  updateCategory: { input: UpdateCategoryRequest & {
/** The id of the term. */
id: number
}; output: Term }
  /** Delete a category for good; its children move up, its events lose it. */
  deleteCategory: { input: {
/** The id of the term. */
id: number
}; output: Term }
  /** List the tags. */
  listTags: { input: {
/** Which page. */
page?: number
/** Page size; at most 50. */
per_page?: number
/** Words in name or slug. */
search?: string
/** All but these ids or slugs. */
exclude?: (string)[]
/** Only these ids or slugs. */
include?: (string)[]
/** `asc` or `desc`. */
order?: string
/** `name`, `id`, `slug`, `description`, `count` or `include`. */
orderby?: string
/** Whether terms without events are left out. */
hide_empty?: boolean
/** Terms of this event. */
post?: number
/** The same; it takes precedence over `post`. */
event?: number
/** Only the term with this slug. */
slug?: string
}; output: ListTagsResponse; item: Term }
  /** Add a tag. */
  createTag: { input: CreateTagRequest; output: Term }
  /** Read a tag. */
  getTag: { input: {
/** The id of the term. */
id: number
}; output: Term }
  /** Change a tag; omitted members stay. */
  updateTag: { input: UpdateTagRequest & {
/** The id of the term. */
id: number
}; output: Term }
  /** Delete a tag for good; its children move up, its events lose it. */
  deleteTag: { input: {
/** The id of the term. */
id: number
}; output: Term }
  /** Upload an image. */
  createImage: { input: CreateImageRequest & {
/** Keeps only this part: `left,top,width,height` in thousandths of the upright picture, such as `0,125,1000,750`. */
crop?: string
}; output: Image }
  /** List images, the newest first. */
  listImages: { input: {
/** Which page. */
page?: number
/** Page size; at most 50. */
per_page?: number
}; output: ListImagesResponse; item: Image }
  /** Read an image. */
  getImage: { input: {
/** The id of the image. */
id: number
}; output: Image }
  /** Delete an image for good; what shows it goes on without. */
  deleteImage: { input: {
/** The id of the image. */
id: number
}; output: Image }
  /** List the routes of this namespace. */
  getEventsIndex: { input: {
/** Not used: the address says it. */
namespace?: string
/** `help` adds the schemas of records. */
context?: string
}; output: NamespaceIndex }
  /** The OpenAPI 3.1 document of this namespace. */
  getEventsDocument: { input: {}; output: OpenApiDocument }
  /** List the accounts. */
  listUsers: { input: {}; output: (User)[] }
  /** Add an account. */
  createUser: { input: CreateUserRequest; output: User }
  /** Read an account. */
  getUser: { input: {
/** The id of the account. */
id: number
}; output: User }
  /** Change an account. */
  updateUser: { input: UpdateUserRequest & {
/** The id of the account. */
id: number
}; output: ChangedUser }
  /** Delete an account; its records stay and lose their author. */
  deleteUser: { input: {
/** The id of the account. */
id: number
}; output: DeletedUser }
  /** Who sends this request, and what it may do for the site and at single events. */
  getMe: { input: {}; output: Me }
  /** List who has which set, for the site and for events whose team is yours. */
  listTeam: { input: {}; output: (Grant)[] }
  /** Give a set to a person, who is invited if the address has no account. */
  createGrant: { input: CreateGrantRequest; output: MadeGrant }
  /** Read a grant. */
  getGrant: { input: {
/** The id of the grant. */
id: number
}; output: Grant }
  /** Change the set or the refund limit of a grant. */
  updateGrant: { input: UpdateGrantRequest & {
/** The id of the grant. */
id: number
"If-Match"?: string
}; output: Grant }
  /** Take a grant back; it ends with the next request of the person. */
  deleteGrant: { input: {
/** The id of the grant. */
id: number
"If-Match"?: string
}; output: RemovedGrant }
  /** List a person's application passwords. */
  listUserApplicationPasswords: { input: {
/** The id of the account. */
id: number
}; output: (ApplicationPassword)[] }
  /** Make an application password. */
  createUserApplicationPassword: { input: CreateUserApplicationPasswordRequest & {
/** The id of the account. */
id: number
}; output: NewApplicationPassword }
  /** Revoke an application password. */
  deleteUserApplicationPassword: { input: {
/** The id of the account. */
id: number
/** The id of the application password. */
password_id: number
}; output: Deleted }
  /** Exchange a person's password for an application password. */
  signIn: { input: SignInRequest; output: NewApplicationPassword }
  /** List API keys: your own, or all for callers with `manage_users`. */
  listKeys: { input: {}; output: (ApiKey)[] }
  /** Make an API key with some of your own rights. */
  createKey: { input: CreateKeyRequest; output: NewApiKey }
  /** Revoke an API key. */
  deleteKey: { input: {
/** The id of the API key. */
id: number
}; output: Deleted }
  /** List what staff, keys, providers and jobs changed, newest first. */
  listAuditEntries: { input: {
/** The kind of record, e.g. `event`, `ticket`, `order`, `user`. */
record?: string
/** Its id; send `record` with it. */
record_id?: number
/** Who wrote. */
actor?: "user" | "scanner" | "provider" | "job" | "command" | "device"
/** The id of the account or scanner key; send `actor` with it. */
actor_id?: number
/** The operation of the request, e.g. `updateEvent`. */
operation?: string
/** The `Request-Id` of the request. */
request_id?: string
/** Entries from this moment on. */
since?: string
/** Entries before this moment. */
until?: string
/** Entries older than the one with this id. */
before?: number
/** How many. */
limit?: number
}; output: AuditEntries }
  /** List the runs that moved a site in, the latest first. */
  listImports: { input: {}; output: ListImportsResponse }
  /** Show the report of a run: what came, what was changed or lost, what stays behind. */
  getImport: { input: {
/** The id of the run. */
id: number
/** Losses that follow the one with this number. */
losses_after?: number
}; output: ImportDetail }
  /** Say what a list of attendees from another system would do; nothing changes. */
  planAttendeeImport: { input: PlanAttendeeImportRequest & {
/** The id of the event. */
id: number
}; output: AttendeePlan }
  /** Make the attendees of a list from another system; lines that came before are left out. */
  importAttendees: { input: ImportAttendeesRequest & {
/** The id of the event. */
id: number
}; output: AttendeeImport }
  /** List the lists of attendees that were brought to an event. */
  listAttendeeImports: { input: {
/** The id of the event. */
id: number
}; output: ListAttendeeImportsResponse }
  /** Show what became of a list of attendees, with each line that was refused. */
  getAttendeeImport: { input: {
/** The id of the import. */
id: number
}; output: AttendeeImport }
  /** Show the settings of the site. */
  getSettings: { input: {}; output: GetSettingsResponse }
  /** Change settings of the site. */
  updateSettings: { input: UpdateSettingsRequest & {
"If-Match"?: string
}; output: GetSettingsResponse }
  /** Upload the logo of the site: PNG, JPEG or WebP, at most 2 MB. */
  uploadLogo: { input: CreateImageRequest & {
"If-Match"?: string
}; output: GetSettingsResponse }
  /** Take the logo of the site away. */
  deleteLogo: { input: {
"If-Match"?: string
}; output: GetSettingsResponse }
  /** List what happened after a cursor, in order; waits for more if asked to. */
  listChanges: { input: {
/** The `cursor` of the answer before. Without it the list begins with the oldest change that is kept, with `latest` behind the newest. */
after?: string
/** Only changes of these types. */
types?: ("event.saved" | "event.deleted" | "event.cancelled" | "event.postponed" | "event.rescheduled" | "venue.saved" | "organizer.saved" | "term.saved" | "ticket.saved" | "ticket.deleted" | "cart.held" | "order.created" | "order.completed" | "order.moved" | "order.refunded" | "attendee.registered" | "attendee.changed" | "attendee.checked_in" | "attendee.check_in_undone" | "attendee.passed_door" | "message.failed" | "message.bounced")[]
/** How many. */
limit?: number
/** Seconds to wait for a change when there is none yet. */
wait?: number
}; output: Changes }
  /** Move a place to another ticket of its event, and settle the difference. */
  moveAttendee: { input: MoveAttendeeRequest & {
/** The id of the attendee. */
id: number
"If-Match"?: string
}; output: PlaceMove }
  /** Read what a move would do, without doing it. */
  previewAttendeeMove: { input: MoveAttendeeRequest & {
/** The id of the attendee. */
id: number
}; output: MovePreview }
  /** List what staff noted about an order and its places, newest first. */
  listOrderNotes: { input: {
/** The id. */
id: number
}; output: DeskNotes }
  /** Note something about an order. */
  addOrderNote: { input: AddOrderNoteRequest & {
/** The id. */
id: number
}; output: DeskNote }
  /** Delete a note about an order. */
  deleteOrderNote: { input: {
/** The id of the order or attendee. */
id: number
/** The id of the note. */
note: number
}; output: Deleted }
  /** List what staff noted about an attendee, newest first. */
  listAttendeeNotes: { input: {
/** The id. */
id: number
}; output: DeskNotes }
  /** Note something about an attendee. */
  addAttendeeNote: { input: AddOrderNoteRequest & {
/** The id. */
id: number
}; output: DeskNote }
  /** Delete a note about an attendee. */
  deleteAttendeeNote: { input: {
/** The id of the order or attendee. */
id: number
/** The id of the note. */
note: number
}; output: Deleted }
  /** Read an order with its money, places, moves, refunds and the other orders of its buyer. */
  getOrderPage: { input: {
/** The id of the order. */
id: number
}; output: OrderPage }
  /** Correct the purchaser of an order, on its places and in mails that wait. */
  correctOrder: { input: CorrectOrderRequest & {
/** The id of the order. */
id: number
"If-Match"?: string
}; output: CorrectedOrder }
  /** List what happened to an order: moves, mails, scans, notes, refunds and corrections. */
  listOrderTimeline: { input: {
/** The id of the order. */
id: number
/** Items behind this one: `next` of the page before. */
before?: string
/** How many. */
limit?: number
}; output: OrderTimeline }
  /** Read what can be corrected of an attendee, and where it belongs. */
  getAttendeeRecord: { input: {
/** The id of the attendee. */
id: number
}; output: AttendeeRecord }
  /** Correct who holds a ticket; another address gets a new code. */
  correctAttendee: { input: CorrectAttendeeRequest & {
/** The id of the attendee. */
id: number
"If-Match"?: string
}; output: CorrectedAttendee }
  /** Send the tickets of an order again: to its buyer, to other holders, or to one of them. */
  resendOrderMails: { input: ResendOrderMailsRequest & {
/** The id of the order. */
id: number
}; output: ResentMails }
  /** Make a draft with everything that makes an event and nothing that was sold. */
  copyEvent: { input: CopyEventRequest & {
/** The id of the event. */
id: number
}; output: EventCopy }
  /** List what an event asks, with how often each answer was given. */
  listQuestions: { input: {
/** The id of the event. */
id: number
}; output: Questions }
  /** Ask another question, as the last. */
  createQuestion: { input: CreateQuestionRequest & {
/** The id of the event. */
id: number
}; output: Question }
  /** Ask the questions in another order. */
  orderQuestions: { input: OrderQuestionsRequest & {
/** The id of the event. */
id: number
}; output: Questions }
  /** Change a question; members that are not sent stay. */
  updateQuestion: { input: UpdateQuestionRequest & {
/** The id of the event. */
id: number
/** The id of the question. */
question: number
}; output: Question }
  /** Delete a question that nobody answered. */
  deleteQuestion: { input: {
/** The id of the event. */
id: number
/** The id of the question. */
question: number
}; output: Deleted }
  /** List what an attendee is asked, with the answers. */
  listAttendeeAnswers: { input: {
/** The id of the attendee. */
id: number
}; output: AttendeeAnswers }
  /** Answer for an attendee; gaps may stay. */
  putAttendeeAnswers: { input: PutAttendeeAnswersRequest & {
/** The id of the attendee. */
id: number
}; output: AttendeeAnswers }
  /** List what an order and its places are asked, with the answers. */
  listOrderAnswers: { input: {
/** The id of the order. */
id: number
}; output: OrderAnswers }
  /** Answer for an order; gaps may stay. */
  putOrderAnswers: { input: PutAttendeeAnswersRequest & {
/** The id of the order. */
id: number
}; output: OrderAnswers }
  /** Export what was answered at an event as a file: a row for each place, a column for each question. */
  exportAnswers: { input: {
/** The id of the event. */
id: number
/** csv; ndjson, a JSON object for each row on a line of its own; or xlsx, a spreadsheet of at most 50,000 rows. */
format: string
/** Whether sensitive answers are in it; needs `attendees.write`. */
sensitive?: boolean
/** Whether a CSV begins with the mark of UTF-8, for Excel. */
mark?: boolean
}; output: string }
  /** Read a report by day or week, each figure with the address of its rows. */
  getReport: { input: {
/** Which report. */
report: "sales" | "tickets" | "prices" | "channels" | "coupons" | "payments" | "checkins" | "tax" | "open"
/** Only this event, in its own zone. */
event?: number
/** The first day, YYYY-MM-DD; without it 30 days before the last. */
from?: string
/** The last day, YYYY-MM-DD; without it today. */
to?: string
/** Of `coupons`: a row for each code (unless said), or for each tag. */
group?: "code" | "tag"
/** Rows for days (unless said) or weeks. */
by?: "day" | "week"
}; output: Report }
  /** List entries of the books: the rows behind the figures of reports. */
  listBookEntries: { input: {
/** Only what belongs to this event. */
event?: number
/** Only what happened from this moment on. */
from?: string
/** Only what happened before this moment. */
until?: string
/** One or more of sale, fee, discount, rounding, return, payment, refund, dispute, till, with commas. */
kind?: string
/** Only this way of paying. */
method?: string
/** Only orders that came in this way: card, wallet, sandbox, free, staff. */
channel?: string
/** Only lines of this ticket; 0 for those of none. */
ticket?: number
/** Only what this coupon took off. */
coupon?: number
/** Only what coupons with this tag took off. */
coupon_tag?: string
/** Only what coupons with a tag took off, or only those without. */
tagged?: boolean
/** Only entries of this tax: its code and hundredths of a per cent, such as `S-1900`; or `none`, those without. */
tax?: string
/** Only tickets sold at this price, in the smallest unit of its currency. */
price?: number
/** Only amounts of this currency. */
currency?: string
/** Only what the sandbox simulated, or only the rest. */
simulated?: boolean
/** 100 unless said. */
limit?: number
/** `next` of the page before. */
after?: string
}; output: BookEntryList }
  /** List the settlements of an event, the last first. */
  listSettlements: { input: {
/** The id of the event. */
id: number
}; output: (Settlement)[] }
  /** Settle an event up to now; a later settlement says what changed since. */
  createSettlement: { input: CreateSettlementRequest & {
/** The id of the event. */
id: number
}; output: Settlement }
  /** Read a settlement as a file, with its control. */
  getSettlementFile: { input: {
/** The id of the settlement. */
id: number
/** csv, xlsx or pdf. */
format: string
}; output: string }
  /** Plan a wide act: read what it would do to how many, without doing it. */
  makePlan: { input: MakePlanRequest; output: Plan }
  /** Read a plan of yours with its sums. */
  getPlan: { input: {
/** The id of the plan. */
id: number
}; output: Plan }
  /** List the rows of a plan of yours, with what would be done to each. */
  listPlanRows: { input: {
/** The id of the plan. */
id: number
/** Rows that follow the one with this number. */
after?: number
/** How many rows at most. */
limit?: number
/** Only rows with this reason. */
reason?: string
/** Only rows to which this is done. */
action?: "do" | "by_hand" | "skip"
}; output: PlannedRows }
  /** Do what a plan of yours says; the same plan again returns its run. */
  startRun: { input: StartRunRequest; output: Run }
  /** List the latest runs of your events. */
  listRuns: { input: {}; output: ListRunsResponse }
  /** Read how far a run is, what became of its items, and its control sum. */
  getRun: { input: {
/** The id of the run. */
id: number
}; output: Run }
  /** List the items of a run with what became of each. */
  listRunItems: { input: {
/** The id of the run. */
id: number
/** Rows that follow the one with this number. */
after?: number
/** How many rows at most. */
limit?: number
/** Only rows with this reason. */
reason?: string
/** Only items in this state. */
state?: "waiting" | "doing" | "done" | "failed" | "skipped" | "by_hand"
}; output: RunItems }
  /** Pause, continue or stop a run, or do again what failed. */
  moveRun: { input: {
/** The id of the run. */
id: number
/** `pause` lets what is being done end; `continue` goes on with a run that rests; `stop` ends it and leaves out what waits; `retry` does again what failed. */
move: "pause" | "continue" | "stop" | "retry"
}; output: Run }
  /** Record that the money of an item that is done by hand was given back. */
  recordGivenByHand: { input: {
/** The id of the run. */
id: number
/** The number of the item. */
n: number
}; output: Run }
  /** Read what the desk sells of an event, with prices that include fees and what is left. */
  getDesk: { input: {
/** The id of the event. */
id: number
}; output: Desk }
  /** Read an order as its receipt says it. */
  getDeskSale: { input: {
/** The id of the order. */
id: number
}; output: DeskSale }
  /** Sell places for cash or at a card terminal: stock, order, payment and till in one. */
  sellAtDesk: { input: SellAtDeskRequest; output: DeskSale }
  /** Give places away, with a reason and within the quota of the event. */
  giveComps: { input: GiveCompsRequest; output: DeskSale }
  /** Set how many places of an event may be given away. */
  setCompQuota: { input: SetCompQuotaRequest & {
/** The id of the event. */
id: number
}; output: SetCompQuotaResponse }
  /** Make an order that is paid later, by invoice or transfer: its places are taken at once. */
  orderByInvoice: { input: OrderByInvoiceRequest; output: DeskSale }
  /** List orders that wait for their payment at the desk, or find the one of a ticket or number. */
  listDeskOrders: { input: {
/** The event. */
event: number
/** What was scanned, the eight letters of a ticket, or the number of an order. Without it: the orders that wait for their payment. */
code?: string
}; output: ListDeskOrdersResponse }
  /** Mark an order that waits for its payment as paid, with how and by which reference. */
  takeDeskPayment: { input: TakeDeskPaymentRequest & {
/** The id of the order. */
id: number
}; output: DeskSale }
  /** List your tills, and those of everybody at the events where you read money. */
  listTills: { input: {
/** How many at most. */
limit?: number
}; output: ListTillsResponse }
  /** Open a till with the float that you counted into it. */
  openTill: { input: OpenTillRequest; output: Till }
  /** Read a till with everything that went through it: its X while open, its Z when closed. */
  getTill: { input: {
/** The id of the till. */
id: number
}; output: Till }
  /** Note cash that was put into your open till, or taken out. */
  moveTillCash: { input: MoveTillCashRequest & {
/** The id of the till. */
id: number
}; output: Till }
  /** Void a sale of your open till: its money goes back, and its places are free. */
  voidDeskSale: { input: VoidDeskSaleRequest & {
/** The id of the till. */
id: number
}; output: Till }
  /** Close a till with what you counted; the answer says what it should have held. */
  closeTill: { input: CloseTillRequest & {
/** The id of the till. */
id: number
}; output: Till }
  /** List the batches of unnamed tickets of an event. */
  listDeskBatches: { input: {
/** The event. */
event: number
/** How many at most. */
limit?: number
}; output: ListDeskBatchesResponse }
  /** Take places of a ticket for somebody who sells or gives them out, as a sheet of codes. */
  makeDeskBatch: { input: MakeDeskBatchRequest; output: DeskBatch }
  /** Read a batch of unnamed tickets: how many came back, and what is owed. */
  getDeskBatch: { input: {
/** The id of the batch. */
id: number
}; output: DeskBatch }
  /** Take unsold tickets of a batch back by their codes: all that are named, or none. */
  returnUnsoldTickets: { input: ReturnUnsoldTicketsRequest & {
/** The id of the batch. */
id: number
}; output: DeskBatch }
  /** Print the tickets of a batch as a sheet to cut, with their codes. */
  getDeskBatchSheet: { input: {
/** The id of the batch. */
id: number
}; output: string }
  /** List the tax rates of the site. */
  listTaxRates: { input: {}; output: TaxRateList }
  /** Add a tax rate, which prices contain. */
  createTaxRate: { input: CreateTaxRateRequest; output: TaxRate }
  /** Change a tax rate for orders made from now on. */
  updateTaxRate: { input: UpdateTaxRateRequest & {
/** The id of the rate. */
id: number
}; output: TaxRate }
  /** Delete a tax rate; lines of orders keep it. */
  deleteTaxRate: { input: {
/** The id of the rate. */
id: number
}; output: Deleted }
  /** Read which tax rate a ticket names. */
  getTicketTaxRate: { input: {
/** The id of the ticket. */
id: number
}; output: TicketTaxRate }
  /** Name the tax rate of a ticket, or none. */
  setTicketTaxRate: { input: SetTicketTaxRateRequest & {
/** The id of the ticket. */
id: number
}; output: TicketTaxRate }
  /** Read which tax rate a fee names. */
  getFeeTaxRate: { input: {
/** The id of the fee. */
id: number
}; output: FeeTaxRate }
  /** Name the tax rate of a fee, or none. */
  setFeeTaxRate: { input: SetTicketTaxRateRequest & {
/** The id of the fee. */
id: number
}; output: FeeTaxRate }
  /** List coupons, with what is left of them and the events and tickets that they name. */
  findCoupons: { input: {
/** Codes for this event: limited to it or to its tickets, or opening one. */
event?: number
/** True: only codes that count for everything; false: only limited ones. */
everywhere?: boolean
/** Only the codes of this batch, by its id; `none` for codes of no batch. */
batch?: string
/** What the code or its name contains. */
search?: string
/** `next` of the answer before. */
after?: number
/** At most so many rows; 50 unless said. */
limit?: number
}; output: CodeList }
  /** Make many codes with the terms and limits of a coupon. */
  createCouponBatch: { input: CreateCouponBatchRequest; output: CouponBatch }
  /** List the batches of codes, with how many orders use them. */
  listCouponBatches: { input: {
/** `next` of the answer before. */
after?: number
/** At most so many; 50 unless said. */
limit?: number
}; output: CouponBatchList }
  /** Switch all codes of a batch on or off at once. */
  updateCouponBatch: { input: UpdateCouponBatchRequest & {
/** The id of the batch. */
id: number
}; output: CouponBatch }
  /** Export the codes of a batch: code, used, left, orders and link. */
  exportCouponBatch: { input: {
/** The id of the batch. */
id: number
}; output: string }
  /** Make the codes of a list, with the terms and limits of a coupon. */
  importCouponBatch: { input: ImportCouponBatchRequest; output: BroughtCoupons }
  /** List mails, newest first. */
  listMessages: { input: {
/** What became of the mail. */
state?: "queued" | "sending" | "sent" | "captured" | "failed" | "suppressed" | "bounced" | "withdrawn" | "withheld"
/** What the mail is about. */
kind?: "order.confirmed" | "ticket.issued" | "order.pending" | "order.failed" | "order.refunded" | "order.choice" | "order.asked" | "order.links" | "ticket.transferred" | "ticket.returned" | "event.changed" | "event.cancelled" | "event.postponed" | "event.reminder" | "guests.message" | "account.reset" | "account.invited" | "account.confirm" | "test"
/** Messages about this order. */
order?: number
/** Messages to this address. */
recipient?: string
/** Messages older than the one with this id. */
before?: number
/** How many. */
limit?: number
}; output: ListMessagesResponse }
  /** Read what became of a mail. */
  getMessage: { input: {
/** The id of the mail. */
id: number
}; output: Message }
  /** Read a mail that was kept because no mail server is set. */
  getMessageRaw: { input: {
/** The id of the mail. */
id: number
}; output: string }
  /** Send a mail that did not arrive once more. */
  retryMessage: { input: {
/** The id of the mail. */
id: number
}; output: Message }
  /** Take a mail back that has not left. */
  withdrawMessage: { input: {
/** The id of the mail. */
id: number
}; output: Message }
  /** Send a test mail, the same way as every other. */
  sendTestMessage: { input: SendTestMessageRequest; output: Message }
  /** Take a mail that came back, as it arrived in the mailbox of MAIL_BOUNCES_TO. */
  createBounce: { input: CreateBounceRequest; output: CreateBounceResponse }
  /** List why addresses get no mail; the addresses themselves are not kept. */
  listSuppressions: { input: {}; output: ({
/** `all`, or the kind of mail and the event. */
scope: string
/** Why, in words. */
reason: string
/** The id of the mail that was the reason. */
message_id: number | null
/** Since when, ISO 8601 in UTC. */
at: string
})[] }
  /** Let an address get mail again. */
  deleteSuppression: { input: DeleteSuppressionRequest; output: Deleted }
  /** Show whether signing in takes a code, and whether the site demands it. */
  getSecondFactor: { input: {}; output: SecondFactor }
  /** Begin to set up a second factor; it has no effect before it is confirmed. */
  beginSecondFactor: { input: {}; output: BegunSecondFactor }
  /** Remove the second factor, with password and code. */
  removeSecondFactor: { input: RemoveSecondFactorRequest; output: Deleted }
  /** Confirm the second factor by a code of the app; answers the recovery codes, once. */
  confirmSecondFactor: { input: ConfirmSecondFactorRequest; output: RecoveryCodes }
  /** Make new recovery codes; those before end. */
  renewRecoveryCodes: { input: ConfirmSecondFactorRequest; output: RecoveryCodes }
  /** Add up what was charged, paid and given back, and say up to when. */
  getBooksSummary: { input: {
/** Only what belongs to this event. */
event?: number
/** Only what happened from this moment on. */
from?: string
/** Only what happened before this moment. */
until?: string
/** A group for each event; without it all events are added up. */
by?: "event"
}; output: BooksSummary }
  /** List the accounts that are paid, and whether payments are simulated. */
  listPaymentAccounts: { input: {}; output: ListPaymentAccountsResponse }
  /** List the site's own texts in mails. */
  listMailTexts: { input: {}; output: ListMailTextsResponse }
  /** Set the site's own text of a kind of mail in a language. */
  updateMailText: { input: UpdateMailTextRequest & {
/** The kind of mail. */
kind: "order.confirmed" | "ticket.issued" | "order.pending" | "order.failed" | "order.refunded" | "ticket.transferred" | "event.changed" | "event.cancelled" | "event.postponed" | "event.reminder"
/** The language of its recipient. */
locale: "en" | "de" | "nb" | "fr" | "es"
}; output: MailText }
  /** Use the usual text again. */
  deleteMailText: { input: {
/** The kind of mail. */
kind: "order.confirmed" | "ticket.issued" | "order.pending" | "order.failed" | "order.refunded" | "ticket.transferred" | "event.changed" | "event.cancelled" | "event.postponed" | "event.reminder"
/** The language of its recipient. */
locale: "en" | "de" | "nb" | "fr" | "es"
}; output: Deleted }
  /** List orders for staff: filtered, sorted and searched, a page at a time. */
  findOrders: { input: {
/** Words that must all occur, `"a phrase"`, `-not`. Looked for in names and addresses of purchasers and attendees, numbers of orders, codes of tickets, and references of payments. */
search?: string
/** With places of one of these events. Ids, with commas between. */
"filter.event"?: string
/** What became of it. Some of paid, open, failed, cancelled, refunded, reversed, with commas between. */
"filter.status"?: string
/** How it is paid. Some of card, wallet, sandbox, free, staff, with commas between. */
"filter.method"?: string
/** When it was placed. A day in the time zone of the site, such as 2026-11-21. */
"filter.created"?: string
/** At least: When it was placed. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.created.gte"?: string
/** At most: When it was placed. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.created.lte"?: string
/** What it costs. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. Needs `money.read` at every event of the list. */
"filter.total"?: string
/** At least: What it costs. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. Needs `money.read` at every event of the list. */
"filter.total.gte"?: string
/** At most: What it costs. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. Needs `money.read` at every event of the list. */
"filter.total.lte"?: string
/** In one of these currencies. Whole texts, with commas between. */
"filter.currency"?: string
/** Whether something was given back. true or false. Needs `money.read` at every event of the list. */
"filter.refunded"?: string
/** With a refund that waits for the provider, or that failed. Some of waiting, failed, with commas between. Needs `money.read` at every event of the list. */
"filter.refund"?: string
/** Whether a dispute of its payment is open. true or false. Needs `money.read` at every event of the list. */
"filter.dispute"?: string
/** With one of these addresses as purchaser. Whole texts, with commas between. Needs `contacts.read` at every event of the list. */
"filter.email"?: string
/** With one of these coupon codes. Whole texts, with commas between. Needs `money.read` at every event of the list. */
"filter.coupon"?: string
/** Whether it lacks required answers. true or false. */
"filter.answers_missing"?: string
/** By one of `created` (when it was placed), `number` (its number), `total` (what it costs); with - before it from the largest or newest. */
sort?: string
/** Which columns, with commas between: number, created, completed, status, who, name, email, events, tickets, places, method, currency, subtotal, fees, discount, total, paid, refunded, reference, language, answers_missing. Usually number, created, status, who, email, events, places, method, currency, total, refunded. With one event in `filter.event` each question of it is a column, `answer.12`, and a filter, `filter.answer.12=vegan,veg`. */
columns?: string
/** The `next` of the page before; with the same sort. */
cursor?: string
/** How many rows at most. */
limit?: number
/** Whether the rows of all pages are counted. */
count?: "exact" | "none"
}; output: OrderRows }
  /** List attendees for staff: filtered, sorted and searched, a page at a time. */
  findAttendees: { input: {
/** Words that must all occur, `"a phrase"`, `-not`. Looked for in names and addresses of attendees, numbers of places and orders, and codes of tickets. */
search?: string
/** Of one of these events. Ids, with commas between. */
"filter.event"?: string
/** With one of these tickets. Ids, with commas between. */
"filter.ticket"?: string
/** Of one of these orders. Ids, with commas between. */
"filter.order"?: string
/** Whether the place is good. Some of valid, open, declined, ended, with commas between. */
"filter.status"?: string
/** Whether the attendee is inside. true or false. */
"filter.checked_in"?: string
/** When the attendee came in; only those who are inside. A day in the time zone of the site, such as 2026-11-21. */
"filter.entered"?: string
/** At least: When the attendee came in; only those who are inside. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.entered.gte"?: string
/** At most: When the attendee came in; only those who are inside. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.entered.lte"?: string
/** Whether the place has a name. true or false. */
"filter.named"?: string
/** Whether its order lacks required answers. true or false. */
"filter.answers_missing"?: string
/** When the place was sold or given. A day in the time zone of the site, such as 2026-11-21. */
"filter.created"?: string
/** At least: When the place was sold or given. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.created.gte"?: string
/** At most: When the place was sold or given. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.created.lte"?: string
/** With one of these as the attendee's address. Whole texts, with commas between. Needs `contacts.read` at every event of the list. */
"filter.email"?: string
/** By one of `created` (when the place was sold or given), `number` (its number), `name` (the attendee's name, without accents); with - before it from the largest or newest. */
sort?: string
/** Which columns, with commas between: number, name, email, event, event_id, ticket, order, purchaser, purchaser_email, status, checked_in, gate, currency, price, code, answers_missing, created. Usually number, name, email, event, ticket, order, status, checked_in, created. With one event in `filter.event` each question of it is a column, `answer.12`, and a filter, `filter.answer.12=vegan,veg`. */
columns?: string
/** The `next` of the page before; with the same sort. */
cursor?: string
/** How many rows at most. */
limit?: number
/** Whether the rows of all pages are counted. */
count?: "exact" | "none"
}; output: AttendeeRows }
  /** List events for staff: filtered, sorted and searched, a page at a time. */
  findEvents: { input: {
/** Words that must all occur, `"a phrase"`, `-not`. Looked for in titles and texts of events, and their numbers. */
search?: string
/** One of these events. Ids, with commas between. */
"filter.event"?: string
/** Where its page stands. Some of publish, future, draft, pending, private, trash, with commas between. */
"filter.status"?: string
/** Whether it takes place. Some of scheduled, cancelled, postponed, with commas between. */
"filter.happening"?: string
/** When it begins. A day in the time zone of the site, such as 2026-11-21. */
"filter.starts"?: string
/** At least: When it begins. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.starts.gte"?: string
/** At most: When it begins. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.starts.lte"?: string
/** When it ends. A day in the time zone of the site, such as 2026-11-21. */
"filter.ends"?: string
/** At least: When it ends. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.ends.gte"?: string
/** At most: When it ends. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.ends.lte"?: string
/** At one of these venues. Ids, with commas between. */
"filter.venue"?: string
/** By one of `starts` (when it begins), `number` (its id); with - before it from the largest or newest. */
sort?: string
/** Which columns, with commas between: number, title, starts, ends, starts_local, timezone, status, happening, venue, city, sold, checked_in. Usually number, title, starts, status, happening, venue, sold, checked_in. */
columns?: string
/** The `next` of the page before; with the same sort. */
cursor?: string
/** How many rows at most. */
limit?: number
/** Whether the rows of all pages are counted. */
count?: "exact" | "none"
}; output: EventRows }
  /** List payments for staff: filtered, sorted and searched, a page at a time. */
  findPayments: { input: {
/** Words that must all occur, `"a phrase"`, `-not`. Looked for in names and addresses of purchasers, numbers of orders, and references of payments. */
search?: string
/** Of orders with places of one of these events. Ids, with commas between. */
"filter.event"?: string
/** Of one of these orders. Ids, with commas between. */
"filter.order"?: string
/** How it was made. Some of card, wallet, sandbox, cash, terminal, bank, voucher, none, with commas between. */
"filter.method"?: string
/** When it was made. A day in the time zone of the site, such as 2026-11-21. */
"filter.at"?: string
/** At least: When it was made. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.at.gte"?: string
/** At most: When it was made. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.at.lte"?: string
/** What was paid. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount"?: string
/** At least: What was paid. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount.gte"?: string
/** At most: What was paid. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount.lte"?: string
/** In one of these currencies. Whole texts, with commas between. */
"filter.currency"?: string
/** With one of these ids at the provider. Whole texts, with commas between. */
"filter.reference"?: string
/** By one of `at` (when it was made), `number` (its number), `amount` (what was paid); with - before it from the largest or newest. */
sort?: string
/** Which columns, with commas between: number, at, order, who, email, events, method, currency, amount, refunded, disputed, reference. Usually number, at, order, who, events, method, currency, amount, refunded. */
columns?: string
/** The `next` of the page before; with the same sort. */
cursor?: string
/** How many rows at most. */
limit?: number
/** Whether the rows of all pages are counted. */
count?: "exact" | "none"
}; output: PaymentRows }
  /** List books for staff: filtered, sorted and searched, a page at a time. */
  findBooks: { input: {
/** Words that must all occur, `"a phrase"`, `-not`. Looked for in names and addresses of purchasers, numbers of orders, and references of payments. */
search?: string
/** Of one of these events. Ids, with commas between. */
"filter.event"?: string
/** Of one of these orders. Ids, with commas between. */
"filter.order"?: string
/** What it is. Some of sale, fee, discount, return, payment, refund, dispute, till, rounding, with commas between. */
"filter.kind"?: string
/** How the order is paid. Some of card, wallet, sandbox, cash, terminal, bank, voucher, none, with commas between. */
"filter.method"?: string
/** When it happened. A day in the time zone of the site, such as 2026-11-21. */
"filter.at"?: string
/** At least: When it happened. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.at.gte"?: string
/** At most: When it happened. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.at.lte"?: string
/** What it adds or takes away. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount"?: string
/** At least: What it adds or takes away. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount.gte"?: string
/** At most: What it adds or takes away. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount.lte"?: string
/** In one of these currencies. Whole texts, with commas between. */
"filter.currency"?: string
/** By one of `at` (when it happened), `number` (its number), `amount` (what it adds or takes away); with - before it from the largest or newest. */
sort?: string
/** Which columns, with commas between: number, at, event, event_id, order, who, line, kind, method, currency, amount, net, tax, tax_rate, tax_code, cause, cause_id. Usually number, at, event, order, kind, method, currency, amount, net, tax, cause. */
columns?: string
/** The `next` of the page before; with the same sort. */
cursor?: string
/** How many rows at most. */
limit?: number
/** Whether the rows of all pages are counted. */
count?: "exact" | "none"
}; output: BookEntryRows }
  /** List the gates of an event. */
  listGates: { input: {
/** The id of the event. */
id: number
}; output: (Gate)[] }
  /** Make a gate. */
  createGate: { input: CreateGateRequest & {
/** The id of the event. */
id: number
}; output: Gate }
  /** Change a gate. */
  updateGate: { input: UpdateGateRequest & {
/** The id of the event. */
id: number
/** The id of the gate. */
gate_id: number
}; output: Gate }
  /** Delete a gate; what was scanned there stays. */
  deleteGate: { input: {
/** The id of the event. */
id: number
/** The id of the gate. */
gate_id: number
}; output: Deleted }
  /** List paired phones, and those that wait to be paired. */
  listDoorDevices: { input: {}; output: (DoorDevice)[] }
  /** Make the pairing of a phone: an address that works once, for ten minutes. */
  createDoorDevice: { input: CreateDoorDeviceRequest; output: MadeDoorDevice }
  /** Give a phone that was not paired in time another ten minutes, with a new address. */
  renewDoorPairing: { input: {
/** The id of the paired phone. */
id: number
}; output: MadeDoorDevice }
  /** Revoke a phone: it wipes what it keeps at its next contact. */
  deleteDoorDevice: { input: {
/** The id of the paired phone. */
id: number
}; output: Deleted }
  /** Take the file of scans that a phone saved, as if the phone had sent them. */
  takeDoorFile: { input: TakeDoorFileRequest & {
/** The id of the paired phone. */
id: number
}; output: DoorFileTaken }
  /** List who was let in with a ticket that was used before, or that does not admit. */
  listDoorConflicts: { input: {
/** The id of the event. */
id: number
}; output: (DoorConflict)[] }
  /** Export all orders of a list for staff as a file. */
  exportOrders: { input: {
/** csv; ndjson, a JSON object for each row on a line of its own; or xlsx, a spreadsheet of at most 50,000 rows. */
format: string
/** Words that must all occur, `"a phrase"`, `-not`. Looked for in names and addresses of purchasers and attendees, numbers of orders, codes of tickets, and references of payments. */
search?: string
/** With places of one of these events. Ids, with commas between. */
"filter.event"?: string
/** What became of it. Some of paid, open, failed, cancelled, refunded, reversed, with commas between. */
"filter.status"?: string
/** How it is paid. Some of card, wallet, sandbox, free, staff, with commas between. */
"filter.method"?: string
/** When it was placed. A day in the time zone of the site, such as 2026-11-21. */
"filter.created"?: string
/** At least: When it was placed. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.created.gte"?: string
/** At most: When it was placed. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.created.lte"?: string
/** What it costs. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. Needs `money.read` at every event of the list. */
"filter.total"?: string
/** At least: What it costs. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. Needs `money.read` at every event of the list. */
"filter.total.gte"?: string
/** At most: What it costs. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. Needs `money.read` at every event of the list. */
"filter.total.lte"?: string
/** In one of these currencies. Whole texts, with commas between. */
"filter.currency"?: string
/** Whether something was given back. true or false. Needs `money.read` at every event of the list. */
"filter.refunded"?: string
/** With a refund that waits for the provider, or that failed. Some of waiting, failed, with commas between. Needs `money.read` at every event of the list. */
"filter.refund"?: string
/** Whether a dispute of its payment is open. true or false. Needs `money.read` at every event of the list. */
"filter.dispute"?: string
/** With one of these addresses as purchaser. Whole texts, with commas between. Needs `contacts.read` at every event of the list. */
"filter.email"?: string
/** With one of these coupon codes. Whole texts, with commas between. Needs `money.read` at every event of the list. */
"filter.coupon"?: string
/** Whether it lacks required answers. true or false. */
"filter.answers_missing"?: string
/** By one of `created` (when it was placed), `number` (its number), `total` (what it costs); with - before it from the largest or newest. */
sort?: string
/** Which columns, with commas between: number, created, completed, status, who, name, email, events, tickets, places, method, currency, subtotal, fees, discount, total, paid, refunded, reference, language, answers_missing. Usually number, created, status, who, email, events, places, method, currency, total, refunded. With one event in `filter.event` each question of it is a column, `answer.12`, and a filter, `filter.answer.12=vegan,veg`. */
columns?: string
/** Whether a CSV begins with the mark of UTF-8, which Excel needs. */
mark?: boolean
}; output: string }
  /** Export all attendees of a list for staff as a file. */
  exportAttendees: { input: {
/** csv; ndjson, a JSON object for each row on a line of its own; or xlsx, a spreadsheet of at most 50,000 rows. */
format: string
/** Words that must all occur, `"a phrase"`, `-not`. Looked for in names and addresses of attendees, numbers of places and orders, and codes of tickets. */
search?: string
/** Of one of these events. Ids, with commas between. */
"filter.event"?: string
/** With one of these tickets. Ids, with commas between. */
"filter.ticket"?: string
/** Of one of these orders. Ids, with commas between. */
"filter.order"?: string
/** Whether the place is good. Some of valid, open, declined, ended, with commas between. */
"filter.status"?: string
/** Whether the attendee is inside. true or false. */
"filter.checked_in"?: string
/** When the attendee came in; only those who are inside. A day in the time zone of the site, such as 2026-11-21. */
"filter.entered"?: string
/** At least: When the attendee came in; only those who are inside. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.entered.gte"?: string
/** At most: When the attendee came in; only those who are inside. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.entered.lte"?: string
/** Whether the place has a name. true or false. */
"filter.named"?: string
/** Whether its order lacks required answers. true or false. */
"filter.answers_missing"?: string
/** When the place was sold or given. A day in the time zone of the site, such as 2026-11-21. */
"filter.created"?: string
/** At least: When the place was sold or given. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.created.gte"?: string
/** At most: When the place was sold or given. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.created.lte"?: string
/** With one of these as the attendee's address. Whole texts, with commas between. Needs `contacts.read` at every event of the list. */
"filter.email"?: string
/** By one of `created` (when the place was sold or given), `number` (its number), `name` (the attendee's name, without accents); with - before it from the largest or newest. */
sort?: string
/** Which columns, with commas between: number, name, email, event, event_id, ticket, order, purchaser, purchaser_email, status, checked_in, gate, currency, price, code, answers_missing, created. Usually number, name, email, event, ticket, order, status, checked_in, created. With one event in `filter.event` each question of it is a column, `answer.12`, and a filter, `filter.answer.12=vegan,veg`. */
columns?: string
/** Whether a CSV begins with the mark of UTF-8, which Excel needs. */
mark?: boolean
}; output: string }
  /** Export all events of a list for staff as a file. */
  exportEvents: { input: {
/** csv; ndjson, a JSON object for each row on a line of its own; or xlsx, a spreadsheet of at most 50,000 rows. */
format: string
/** Words that must all occur, `"a phrase"`, `-not`. Looked for in titles and texts of events, and their numbers. */
search?: string
/** One of these events. Ids, with commas between. */
"filter.event"?: string
/** Where its page stands. Some of publish, future, draft, pending, private, trash, with commas between. */
"filter.status"?: string
/** Whether it takes place. Some of scheduled, cancelled, postponed, with commas between. */
"filter.happening"?: string
/** When it begins. A day in the time zone of the site, such as 2026-11-21. */
"filter.starts"?: string
/** At least: When it begins. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.starts.gte"?: string
/** At most: When it begins. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.starts.lte"?: string
/** When it ends. A day in the time zone of the site, such as 2026-11-21. */
"filter.ends"?: string
/** At least: When it ends. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.ends.gte"?: string
/** At most: When it ends. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.ends.lte"?: string
/** At one of these venues. Ids, with commas between. */
"filter.venue"?: string
/** By one of `starts` (when it begins), `number` (its id); with - before it from the largest or newest. */
sort?: string
/** Which columns, with commas between: number, title, starts, ends, starts_local, timezone, status, happening, venue, city, sold, checked_in. Usually number, title, starts, status, happening, venue, sold, checked_in. */
columns?: string
/** Whether a CSV begins with the mark of UTF-8, which Excel needs. */
mark?: boolean
}; output: string }
  /** Export all payments of a list for staff as a file. */
  exportPayments: { input: {
/** csv; ndjson, a JSON object for each row on a line of its own; or xlsx, a spreadsheet of at most 50,000 rows. */
format: string
/** Words that must all occur, `"a phrase"`, `-not`. Looked for in names and addresses of purchasers, numbers of orders, and references of payments. */
search?: string
/** Of orders with places of one of these events. Ids, with commas between. */
"filter.event"?: string
/** Of one of these orders. Ids, with commas between. */
"filter.order"?: string
/** How it was made. Some of card, wallet, sandbox, cash, terminal, bank, voucher, none, with commas between. */
"filter.method"?: string
/** When it was made. A day in the time zone of the site, such as 2026-11-21. */
"filter.at"?: string
/** At least: When it was made. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.at.gte"?: string
/** At most: When it was made. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.at.lte"?: string
/** What was paid. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount"?: string
/** At least: What was paid. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount.gte"?: string
/** At most: What was paid. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount.lte"?: string
/** In one of these currencies. Whole texts, with commas between. */
"filter.currency"?: string
/** With one of these ids at the provider. Whole texts, with commas between. */
"filter.reference"?: string
/** By one of `at` (when it was made), `number` (its number), `amount` (what was paid); with - before it from the largest or newest. */
sort?: string
/** Which columns, with commas between: number, at, order, who, email, events, method, currency, amount, refunded, disputed, reference. Usually number, at, order, who, events, method, currency, amount, refunded. */
columns?: string
/** Whether a CSV begins with the mark of UTF-8, which Excel needs. */
mark?: boolean
}; output: string }
  /** Export all books of a list for staff as a file. */
  exportBooks: { input: {
/** csv; ndjson, a JSON object for each row on a line of its own; or xlsx, a spreadsheet of at most 50,000 rows. */
format: string
/** Words that must all occur, `"a phrase"`, `-not`. Looked for in names and addresses of purchasers, numbers of orders, and references of payments. */
search?: string
/** Of one of these events. Ids, with commas between. */
"filter.event"?: string
/** Of one of these orders. Ids, with commas between. */
"filter.order"?: string
/** What it is. Some of sale, fee, discount, return, payment, refund, dispute, till, rounding, with commas between. */
"filter.kind"?: string
/** How the order is paid. Some of card, wallet, sandbox, cash, terminal, bank, voucher, none, with commas between. */
"filter.method"?: string
/** When it happened. A day in the time zone of the site, such as 2026-11-21. */
"filter.at"?: string
/** At least: When it happened. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.at.gte"?: string
/** At most: When it happened. A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z. */
"filter.at.lte"?: string
/** What it adds or takes away. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount"?: string
/** At least: What it adds or takes away. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount.gte"?: string
/** At most: What it adds or takes away. An amount, such as 12.50, of `filter.currency` or else of the currency of the site. */
"filter.amount.lte"?: string
/** In one of these currencies. Whole texts, with commas between. */
"filter.currency"?: string
/** By one of `at` (when it happened), `number` (its number), `amount` (what it adds or takes away); with - before it from the largest or newest. */
sort?: string
/** Which columns, with commas between: number, at, event, event_id, order, who, line, kind, method, currency, amount, net, tax, tax_rate, tax_code, cause, cause_id. Usually number, at, event, order, kind, method, currency, amount, net, tax, cause. */
columns?: string
/** Whether a CSV begins with the mark of UTF-8, which Excel needs. */
mark?: boolean
}; output: string }
  /** Find orders, attendees, events and codes by what somebody says. */
  findRecords: { input: {
/** What somebody says: a name, an address or its beginning, a number with or without blanks, a code, or an amount with its day, such as `€47.50 last Tuesday`. */
q: string
}; output: SearchHits }
  /** List what waits for you: disputes, refunds, bounced mails, and events that are not ready. */
  listAttention: { input: {}; output: AttentionList }
  /** List your saved views of lists, and those that others share with you. */
  listViews: { input: {}; output: SavedViews }
  /** Save the address of a list under a name; yours with the same name is replaced. */
  saveView: { input: SaveViewRequest; output: SavedView }
  /** Delete a saved view. */
  deleteView: { input: {
/** The id of the view. */
id: number
}; output: DeletedView }
  /** Read the sign-in of this browser, with the nonce that its writes need. */
  getSession: { input: {}; output: CurrentSession }
  /** Give the password again, for ten minutes in which this browser changes what matters. */
  confirmSession: { input: ConfirmSessionRequest; output: Confirmed }
  /** List the browsers that are signed in to your account. */
  listMySessions: { input: {}; output: (OwnSession)[] }
  /** Sign all browsers of your account out but the one that asks. */
  endOtherSessions: { input: {}; output: EndedSessions }
  /** List the browsers that are signed in to an account. */
  listUserSessions: { input: {
/** The id of the account. */
id: number
}; output: (Session)[] }
  /** Sign a browser out. */
  deleteUserSession: { input: {
/** The id of the account. */
id: number
/** The id of the sign-in. */
session_id: number
}; output: Deleted }
  /** Make a link with which a person sets a password or signs in, once. */
  createUserLink: { input: CreateUserLinkRequest & {
/** The id of the account. */
id: number
}; output: CreateUserLinkResponse }
  /** List the routes of this namespace. */
  getAdminIndex: { input: {
/** Not used: the address says it. */
namespace?: string
/** `help` adds the schemas of records. */
context?: string
}; output: NamespaceIndex }
  /** The OpenAPI 3.1 document of this namespace. */
  getAdminDocument: { input: {}; output: OpenApiDocument }
  /** List attendees: all for staff, the public ones for everybody else. */
  listAttendees: { input: {
/** Which page. */
page?: number
/** Attendees on a page */
per_page?: number
/** `tc` (or `tickets-commerce`), `rsvp` */
provider?: (string)[]
/** Text in names; for staff also in email addresses */
search?: string
/** Skip this many attendees */
offset?: number
/** Default: ASC */
order?: "ASC" | "DESC"
/** Default: id */
orderby?: "id" | "date" | "include" | "title" | "slug"
/** Of the event with this id */
post_id?: number
/** Of this ticket */
ticket_id?: number
/** Of this order; for staff */
order_id?: number
/** Made on or after this UTC date or timestamp, e.g. `2031-06-01` */
after?: string
/** Made on or before this UTC date or timestamp */
before?: string
/** Only these */
include?: (number)[]
/** Not these */
exclude?: (number)[]
/** Highest price paid, in major units of the currency; for staff */
price_max?: number
/** Lowest price paid, in major units of the currency; for staff */
price_min?: number
/** Of these events; it takes precedence over `post_id` */
include_post?: (number)[]
/** Of other events */
exclude_post?: (number)[]
/** Of these tickets; it takes precedence over `ticket_id` */
include_ticket?: (number)[]
/** Of other tickets */
exclude_ticket?: (number)[]
/** Statuses of the events; for staff */
post_status?: (string)[]
/** `publish`, or `trash` for returned places; for staff */
status?: (string)[]
/** Statuses of the orders, `public`, `private` or `any` */
order_status?: (string)[]
/** Checked in or not; not for the public */
checkedin?: boolean
/** Answer to the invitation: `yes`, `no`; sold tickets always match */
rsvp_going_status?: (string)[]
/** With further answers, which nobody is asked for */
attendee_information_available?: boolean
/** A part of the name */
name?: string
/** For staff; ignored for others */
email?: string
}; output: ListAttendeesResponse; item: Attendee }
  /** Make an attendee without an order. */
  createAttendee: { input: CreateAttendeeRequest; output: Attendee }
  /** Read an attendee. */
  getAttendee: { input: {
/** The id of the attendee */
id: number
/** Password of a protected event */
password?: string
}; output: Attendee }
  /** Check an attendee in or out, change who it is, or move it to another ticket. */
  updateAttendee: { input: UpdateAttendeeRequest & {
/** The id of the attendee */
id: number
"If-Match"?: string
}; output: Attendee }
  /** List scanner keys. */
  listScannerKeys: { input: {}; output: (ScannerKey)[] }
  /** Make a scanner key. */
  createScannerKey: { input: CreateScannerKeyRequest; output: CreateScannerKeyResponse }
  /** Revoke a scanner key. */
  deleteScannerKey: { input: {
/** The id of the scanner key. */
id: number
}; output: Deleted }
  /** The public keys that verify signed ticket codes, as a JSON Web Key Set. */
  listTicketKeys: { input: {}; output: ListTicketKeysResponse }
  /** Whether an attendee is checked in, for callers who may read its event. */
  getCheckInState: { input: {
/** The attendee's security code */
id: number
}; output: GetCheckInStateResponse }
  /** Check an attendee in with a scanner key and the ticket's security code. */
  checkInByCode: { input: {
/** Required, here or as bearer token */
api_key?: string
/** Required; the id of the attendee */
ticket_id?: string
/** Required */
security_code?: string
/** Not used: the attendee says it */
event_id?: string
}; output: Scanned }
  /** Check a scanned ticket in. */
  createCheckIn: { input: CreateCheckInRequest; output: Scanned }
  /** Pair a phone by the token of its pairing, which works once. */
  pairDoorDevice: { input: PairDoorDeviceRequest; output: PairedDevice }
  /** A part of everybody of an event, with which a phone judges tickets without a network. */
  getDoorList: { input: {
/** The event. */
event: number
/** The `next` of the part before; without it the first part. */
after?: number
}; output: DoorList }
  /** Who of an event changed after a position, as they are now. */
  listDoorChanges: { input: {
/** The event. */
event: number
/** The `position` of the list or of the changes before. */
after: number
}; output: DoorChanges }
  /** Send what a phone scanned, in order; each scan gets a result, the same when it is sent again. */
  sendDoorScans: { input: SendDoorScansRequest; output: DoorScanResults }
  /** Find people of an event by name, e-mail address or order, on a phone that may search. */
  searchDoorList: { input: {
/** The event. */
event: number
/** Parts of the name, of the e-mail address, or the number of the order: three characters or more. */
search: string
}; output: (DoorSearchHit)[] }
  /** How many are inside an event, and how many came in at each gate. */
  getDoorCounts: { input: {
/** The event. */
event: number
}; output: DoorCounts }
  /** How often a ticket lets in, and what its door has to know. */
  getTicketEntry: { input: {
/** The id of the ticket. */
id: number
}; output: TicketEntry }
  /** Change how often a ticket lets in, or what its door has to know. */
  updateTicketEntry: { input: UpdateTicketEntryRequest & {
/** The id of the ticket. */
id: number
"If-Match"?: string
}; output: TicketEntry }
  /** What the door has to acknowledge before this attendee comes in. */
  getDoorNote: { input: {
/** The id of the attendee. */
id: number
}; output: DoorNote }
  /** Write what the door has to acknowledge before this attendee comes in. */
  updateDoorNote: { input: DoorNote & {
/** The id of the attendee. */
id: number
"If-Match"?: string
}; output: DoorNote }
  /** List tickets. */
  listTickets: { input: {
/** Which page. */
page?: number
/** Tickets on a page. */
per_page?: number
/** In title and description. */
search?: string
/** Skip this many tickets. */
offset?: number
/** Default: ASC. */
order?: "ASC" | "DESC"
/** title unless said. */
orderby?: "id" | "include" | "title" | "slug"
/** Whether places are left, inside or outside of the sale window. */
is_available?: boolean
/** `tc` (or `tickets-commerce`), `rsvp` */
provider?: (string)[]
/** Created on or after this UTC date or timestamp. */
after?: string
/** Created on or before this UTC date or timestamp. */
before?: string
/** Only these tickets. */
include?: (number)[]
/** Not these tickets. */
exclude?: (number)[]
/** Tickets of these events. */
include_post?: (number)[]
/** Tickets of other events. */
exclude_post?: (number)[]
/** At least this many attendees; for managers */
attendees_min?: number
/** At most this many attendees; for managers */
attendees_max?: number
/** At least this many check-ins; for managers */
checkedin_min?: number
/** At most this many check-ins; for managers */
checkedin_max?: number
/** At least this capacity; unlimited counts; for managers */
capacity_min?: number
/** At most this capacity; unlimited does not count; for managers */
capacity_max?: number
/** The sale begins on or after this UTC date or timestamp. */
available_from?: string
/** The sale ends before this UTC date or timestamp. */
available_until?: string
/** Statuses of the events; `any` for all you may read. */
post_status?: (string)[]
/** Statuses of the tickets; `any` for all you may read. */
status?: (string)[]
/** Currency codes. */
currency?: (string)[]
/** Tickets with further questions to attendees; there are none. */
attendee_information_available?: boolean
}; output: ListTicketsResponse; item: Ticket }
  /** Add a ticket to an event. Send `add_ticket_nonce`: `nonces.add` of the event, read while signed in as an editor. */
  createTicket: { input: CreateTicketRequest; output: Ticket }
  /** Read a ticket. */
  getTicket: { input: {
/** The id of the ticket. */
id: number
/** The password of a protected event. */
password?: string
}; output: Ticket }
  /** Change a ticket; omitted members stay. Send `edit_ticket_nonce`: `nonces.edit` of the ticket. */
  updateTicket: { input: UpdateTicketRequest & {
/** The id of the ticket. */
id: number
"If-Match"?: string
}; output: Ticket }
  /** Remove a ticket; its attendees stay. */
  deleteTicket: { input: DeleteTicketRequest & {
/** The id of the ticket. */
id: number
"If-Match"?: string
}; output: boolean }
  /** Read the cart with its present prices. */
  getCart: { input: {
/** Only rows of these providers: `tc`, `rsvp`. */
provider?: (string)[]
/** Only rows of this event. */
post_id?: number
/** The cart's secret; the cookie can be used instead. */
cart_hash?: string
}; output: Cart }
  /** Replace lines of the cart and hold their places, all or none. */
  updateCart: { input: UpdateCartRequest; output: Cart }
  /** List what an event asks with its tickets, to answer with the cart. */
  listAskedQuestions: { input: {
/** The id of the event. */
id: number
/** The slug of a coupon that opens hidden tickets; without it nothing that is asked with these alone is listed. */
coupon?: string
}; output: AskedQuestions }
  /** List orders, newest first. */
  listOrders: { input: {
/** Which page. */
page?: number
/** Orders on a page. */
per_page?: number
/** Orders with tickets of this event */
post_id?: number
/** Orders in these states. */
status?: ("created" | "pending" | "action-req" | "approved" | "completed" | "denied" | "not-completed" | "voided" | "refunded" | "reversed")[]
/** Orders paid in these ways. */
gateway?: ("card" | "wallet" | "sandbox" | "free" | "staff" | "external")[]
/** Part of the purchaser's name or address. Case makes no difference, nor do accents of the name. */
search?: string
}; output: ListOrdersResponse; item: Order }
  /** Read an order with its lines, attendees, history and refunds. */
  getOrder: { input: {
/** The id of the order. */
id: number
}; output: OrderDetail }
  /** Give up an unpaid order and free its places. */
  cancelOrder: { input: CancelOrderRequest & {
/** The id of the order. */
id: number
"If-Match"?: string
}; output: OrderDetail }
  /** Add a note to an order's history. */
  createOrderNote: { input: CreateOrderNoteRequest & {
/** The id of the order. */
id: number
}; output: OrderDetail }
  /** Give back places, everything, or money while the places stay taken. */
  createOrderRefund: { input: CreateOrderRefundRequest & {
/** The id of the order. */
id: number
"If-Match"?: string
}; output: OrderDetail }
  /** Read what a refund would give back and end, without doing it. */
  previewOrderRefund: { input: CreateOrderRefundRequest & {
/** The id of the order. */
id: number
}; output: RefundPreview }
  /** Send the tickets of an order again, also to a corrected address. */
  resendOrder: { input: ResendOrderRequest & {
/** The id of the order. */
id: number
}; output: Message }
  /** Have the links of your orders and tickets sent to your address; the answer never tells whether there are any. */
  sendOrderLinks: { input: SendOrderLinksRequest; output: SendOrderLinksResponse }
  /** List an event's own texts in mails. */
  listEventMailTexts: { input: {
/** The id of the event. */
id: number
}; output: ListMailTextsResponse }
  /** Set an event's own text of a kind of mail in a language. */
  updateEventMailText: { input: UpdateMailTextRequest & {
/** The id of the event. */
id: number
/** The kind of mail. */
kind: "order.confirmed" | "ticket.issued" | "order.pending" | "order.failed" | "order.refunded" | "ticket.transferred" | "event.changed" | "event.cancelled" | "event.postponed" | "event.reminder"
/** The language of its recipient. */
locale: "en" | "de" | "nb" | "fr" | "es"
}; output: MailText }
  /** Use the site's text again. */
  deleteEventMailText: { input: {
/** The id of the event. */
id: number
/** The kind of mail. */
kind: "order.confirmed" | "ticket.issued" | "order.pending" | "order.failed" | "order.refunded" | "ticket.transferred" | "event.changed" | "event.cancelled" | "event.postponed" | "event.reminder"
/** The language of its recipient. */
locale: "en" | "de" | "nb" | "fr" | "es"
}; output: Deleted }
  /** Order a cart that costs nothing. */
  createFreeOrder: { input: CreateFreeOrderRequest; output: CreateFreeOrderResponse }
  /** Begin to connect a card account: the nonce its payload must carry. */
  createCardSignUp: { input: {}; output: CreateCardSignUpResponse }
  /** Start paying a cart by card. */
  createCardOrder: { input: CreateFreeOrderRequest; output: CreateCardOrderResponse }
  /** Tell that the buyer has paid: the payment is read from the processor and settled. */
  updateCardOrder: { input: UpdateCardOrderRequest & {
/** The processor's id of the payment */
order_id: string
}; output: SettledOrder }
  /** Give the order up and free its places. */
  deleteCardOrder: { input: DeleteCardOrderRequest & {
/** The processor's id of the payment */
order_id: string
}; output: GivenUpOrder }
  /** Begin to connect a wallet account: where the merchant signs up. */
  createWalletSignUp: { input: {}; output: CreateWalletSignUpResponse }
  /** Take the code that the provider's sign-up page handed to the browser. */
  createWalletOnBoarding: { input: CreateWalletOnBoardingRequest; output: CreateWalletOnBoardingResponse }
  /** Start paying a cart with the wallet. */
  createWalletOrder: { input: CreateFreeOrderRequest; output: CreateWalletOrderResponse }
  /** Take the money the buyer agreed to, or with `recheck` settle what became of it. */
  updateWalletOrder: { input: UpdateWalletOrderRequest & {
/** The wallet provider's id of the order */
order_id: string
}; output: SettledOrder | CapturedOrder }
  /** Give the order up and free its places. */
  deleteWalletOrder: { input: DeleteCardOrderRequest & {
/** The wallet provider's id of the order */
order_id: string
}; output: GivenUpOrder }
  /** Receive a provider's message. */
  createCardWebhook: { input: {}; output: ReceivedMessage }
  /** Receive a provider's message. */
  createWalletWebhook: { input: {}; output: ReceivedMessage }
  /** List all coupons. */
  listCoupons: { input: {}; output: (Coupon)[] }
  /** Add a coupon. */
  createCoupon: { input: CreateCouponRequest; output: Coupon }
  /** Read a coupon. */
  getCoupon: { input: {
/** The id of the coupon. */
id: number
}; output: Coupon }
  /** Change a coupon. */
  updateCoupon: { input: UpdateCouponRequest & {
/** The id of the coupon. */
id: number
"If-Match"?: string
}; output: Coupon }
  /** Delete a coupon; carts lose it, orders keep what they were given. */
  deleteCoupon: { input: {
/** The id of the coupon. */
id: number
"If-Match"?: string
}; output: Deleted }
  /** Whether a coupon can be used now. */
  validateCoupon: { input: ValidateCouponRequest; output: ValidateCouponResponse }
  /** Apply a coupon to the cart, in place of another one. */
  applyCoupon: { input: ApplyCouponRequest; output: ApplyCouponResponse }
  /** Remove a coupon from the cart. */
  removeCoupon: { input: ApplyCouponRequest; output: RemoveCouponResponse }
  /** List the first hundred fees. */
  listFees: { input: {
/** Fees with these statuses. */
status?: ("active" | "inactive" | "draft")[]
}; output: ListFeesResponse }
  /** Add a fee. */
  createFee: { input: CreateFeeRequest; output: Fee }
  /** Read a fee. */
  getFee: { input: {
/** The id of the fee. */
id: number
}; output: Fee }
  /** Change a fee. */
  updateFee: { input: UpdateFeeRequest & {
/** The id of the fee. */
id: number
"If-Match"?: string
}; output: Fee }
  /** Delete a fee; orders keep what they were charged. */
  deleteFee: { input: {
/** The id of the fee. */
id: number
"If-Match"?: string
}; output: Deleted }
  /** The fees of a ticket, and those that can be selected for it. */
  listTicketFees: { input: {
/** The id of the ticket. */
ticket_id: number
}; output: TicketFees }
  /** Set the selected fees of a ticket. */
  updateTicketFees: { input: UpdateTicketFeesRequest & {
/** The id of the ticket. */
ticket_id: number
}; output: TicketFees }
  /** List the routes of this namespace. */
  getTicketsIndex: { input: {
/** Not used: the address says it. */
namespace?: string
/** `help` adds the schemas of records. */
context?: string
}; output: NamespaceIndex }
  /** The OpenAPI 3.1 document of this namespace. */
  getTicketsDocument: { input: {}; output: OpenApiDocument }
}

export type ImageSize = {
/** Pixels. */
width: number
/** Pixels. */
height: number
/** E.g. `image/webp`. */
"mime-type": string
/** Bytes. */
filesize: number
/** The address of the picture in this size. */
url: string
}

export type Image = {
/** The address of the picture. */
url: string
/** The id of the image. */
id: number
/** The end of its name, without a dot: `jpg`, `png`, `webp` or `gif`. */
extension: string
/** Pixels. */
width: number
/** Pixels. */
height: number
/** Bytes. */
filesize: number
/** Smaller sizes by name; absent when the picture has none. */
sizes?: {
[name: string]: ImageSize
}
}

export type DateDetails = {
/** Four digits. */
year: string
/** 01 to 12. */
month: string
/** 01 to 31. */
day: string
/** 00 to 23. */
hour: string
/** 00 to 59. */
minutes: string
/** 00 to 59. */
seconds: string
}

export type CostDetails = {
/** E.g. `$`; blank without a cost. */
currency_symbol: string
/** ISO 4217, e.g. `USD`; blank without a cost. */
currency_code: string
/** `prefix` or `postfix`: where the symbol stands. */
currency_position: string
/** Amounts in major units, from the lowest to the highest. */
values: (string)[]
}

export type TermUrls = {
/** The address of the term in this interface. */
self: string
/** The address of the list of its kind. */
collection: string
/** The address of its parent; absent at the top level. */
up?: string
}

export type EventTerm = {
/** The id of the term. */
id: number
/** Public events with this term. */
count: number
/** Plain text. */
description: string
/** What it is called, with HTML escaped. */
name: string
/** The last part of its address. */
slug: string
/** `tribe_events_cat` for categories, `post_tag` for tags. */
taxonomy: string
urls: TermUrls
/** Always 0. */
term_group: number
/** The same as `id`. */
term_taxonomy_id: number
/** The parent category; 0 at the top level. */
parent: number
/** Always `raw`. */
filter: string
}

export type JsonLd = {
[name: string]: unknown
}

export type Venue = {
/** The id of the record. */
id: number
/** Unique over all sites: host, path and id. */
global_id: string
/** The global ids that it has had; ours have one. */
global_id_lineage: (string)[]
/** The id of the account that made it, as a text. */
author?: string
/** `publish`, `draft`, `pending`, `private`, `future` or `trash`. */
status?: string
/** When it was published, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
date?: string
/** When it was published, in UTC; zeros before, YYYY-MM-DD HH:MM:SS. */
date_utc?: string
/** When it was last changed, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
modified?: string
/** When it was last changed, in UTC, YYYY-MM-DD HH:MM:SS. */
modified_utc?: string
/** The address of its page. */
url?: string
/** HTML. */
description?: string
/** The last part of its address. */
slug?: string
image?: Image
/** Telephone number. */
phone?: string
/** Its own website. */
website?: string
json_ld?: JsonLd
/** The name, with HTML escaped. */
venue?: string
/** Street and number. */
address?: string
/** City. */
city?: string
/** Country. */
country?: string
/** Province, outside the United States. */
province?: string
/** State, in the United States. */
state?: string
/** Postal code. */
zip?: string
/** State or province. */
stateprovince?: string
/** Latitude in degrees, north positive. */
geo_lat?: number
/** Longitude in degrees, east positive. */
geo_lng?: number
/** Whether a map is shown. */
show_map: boolean
/** Whether a link to a map is shown. */
show_map_link: boolean
}

export type Organizer = {
/** The id of the record. */
id: number
/** Unique over all sites: host, path and id. */
global_id: string
/** The global ids that it has had; ours have one. */
global_id_lineage: (string)[]
/** The id of the account that made it, as a text. */
author?: string
/** `publish`, `draft`, `pending`, `private`, `future` or `trash`. */
status?: string
/** When it was published, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
date?: string
/** When it was published, in UTC; zeros before, YYYY-MM-DD HH:MM:SS. */
date_utc?: string
/** When it was last changed, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
modified?: string
/** When it was last changed, in UTC, YYYY-MM-DD HH:MM:SS. */
modified_utc?: string
/** The address of its page. */
url?: string
/** HTML. */
description?: string
/** The last part of its address. */
slug?: string
image?: Image
/** Telephone number. */
phone?: string
/** Its own website. */
website?: string
json_ld?: JsonLd
/** The name, with HTML escaped. */
organizer?: string
/** Email address. */
email?: string
}

export type Event = {
/** The id of the event. */
id: number
/** Unique over all sites: host, path and id. */
global_id: string
/** The global ids that it has had; ours have one. */
global_id_lineage: (string)[]
/** The id of the account that made it, as a text. */
author: string
/** `publish`, `future`, `draft`, `pending`, `private` or `trash`. */
status: string
/** When it was published, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
date: string
/** When it was published, in UTC; zeros before, YYYY-MM-DD HH:MM:SS. */
date_utc: string
/** When it was last changed, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
modified: string
/** When it was last changed, in UTC, YYYY-MM-DD HH:MM:SS. */
modified_utc: string
/** The address of its page. */
url: string
/** The address of the event in this interface. */
rest_url: string
/** What it is called, with HTML escaped. */
title: string
/** HTML. */
description: string
/** HTML. */
excerpt: string
/** The last part of its address. */
slug: string
/** Its picture; false without one. */
image: false | Image
/** Whether it takes whole days; null while a password protects the event. */
all_day: boolean | null
/** When it begins, in its own time zone, YYYY-MM-DD HH:MM:SS. */
start_date: string
start_date_details: DateDetails
/** When it ends, in its own time zone, YYYY-MM-DD HH:MM:SS. */
end_date: string
end_date_details: DateDetails
/** When it begins, in UTC, YYYY-MM-DD HH:MM:SS. */
utc_start_date: string
utc_start_date_details: DateDetails
/** When it ends, in UTC, YYYY-MM-DD HH:MM:SS. */
utc_end_date: string
utc_end_date_details: DateDetails
/** Its time zone: an IANA name, or an offset such as `UTC+2`. */
timezone: string
/** The abbreviation of the zone when it begins, e.g. `CEST`. */
timezone_abbr: string
/** The cost for people, e.g. `$10 – $25`; blank without one. */
cost: string
cost_details: CostDetails
/** Its own website, or its page here. */
website: string
/** Whether a map of the venue is shown; null while a password protects the event. */
show_map: boolean | null
/** Whether a link to a map is shown; null while a password protects the event. */
show_map_link: boolean | null
/** Whether lists leave it out; null while a password protects the event. */
hide_from_listings: boolean | null
/** Whether it is shown first on its day in calendars; null while a password protects the event. */
sticky: boolean | null
/** Whether it is set off from the others; null while a password protects the event. */
featured: boolean | null
/** Its categories. */
categories: (EventTerm)[]
/** Its tags. */
tags: (EventTerm)[]
/** Where it takes place; an empty list without a venue. */
venue: Venue | (never)[]
/** Who holds it, in order. */
organizer: (Organizer)[]
/** Always empty. */
custom_fields: (never)[]
/** Whether it takes place as planned. */
happening: "scheduled" | "cancelled" | "postponed"
/** Why not, in plain text; blank when it is not told. */
happening_reason: string
/** Absent unless guests can join online; `mixed` when there is a venue too. */
attendance_mode?: "online" | "mixed"
/** When the doors open, in its own time zone; absent when nobody said so, YYYY-MM-DD HH:MM:SS. */
doors_at?: string
/** For whom it is, in plain text; absent without one. */
age_note?: string
/** How people with disabilities get in, in plain text; absent without one. */
access_note?: string
json_ld?: JsonLd
/** False without tickets, else the providers of its tickets; null while a password protects the event. */
ticketed: boolean | null | (string)[]
/** For callers who manage attendees. */
attendance?: {
/** Attendees. */
total_attendees: number
/** Attendees who are inside. */
checked_in: number
/** Attendees who are not. */
not_checked_in: number
}
/** Its id where it comes from, blank without one; for those who may edit the event. */
external_id?: string
/** Where guests join online; absent without one, and for those who may not edit the event. */
online_url?: string
/** For callers who may edit the event, bound to who reads them. */
nonces?: {
/** Sent as `add_ticket_nonce` to make a ticket; good for 12 to 24 hours. */
add: string
}
/** What was ignored of the request, on `Prefer: handling=lenient`. */
warnings?: (string)[]
}

export type ListEventsResponse = {
/** The events of this page. */
events: (Event)[]
/** The address of this page of the list. */
rest_url: string
/** Records on all pages. */
total: number
/** Pages. */
total_pages: number
/** The address of the next page; absent on the last. */
next_rest_url?: string
/** The address of the page before; absent on the first. */
previous_rest_url?: string
}

export type ErrorDetail = {
/** Which rule it breaks, e.g. `rest_out_of_bounds`. */
code: string
/** What would be right, in words. */
message: string
/** Where the value stands. */
data: {
/** E.g. `tickets[0][quantity]`. */
param?: string
} | null
}

export type NestedVenue = {
/** The name of the venue. */
venue: string
/** The id of a user. */
author?: number
/** Publication, in the site's time zone. */
date?: string
/** The same in UTC. */
date_utc?: string
/** HTML. */
description?: string
/** publish, draft, pending, private … */
status?: string
/** Derived from the name by default. */
slug?: string
/** The id or address of an image; empty for none. */
image?: string
/** An address. */
website?: string
/** Telephone number. */
phone?: string
/** Street and number. */
address?: string
/** City. */
city?: string
/** Country. */
country?: string
/** Province, outside the United States. */
province?: string
/** State, in the United States. */
state?: string
/** Postal code. */
zip?: string
/** State or province; derived from the others when it is not sent. */
stateprovince?: string
/** Whether a map is shown. */
show_map?: boolean | string
/** Whether a link to a map is shown. */
show_map_link?: boolean | string
/** Degrees from -90 to 90; empty for none. */
geo_lat?: number | string
/** Degrees from -180 to 180; empty for none. */
geo_lng?: number | string
}

export type NewOrganizer = {
/** The name of the organizer. */
organizer: string
/** The id of a user. */
author?: number
/** Publication, in the site's time zone. */
date?: string
/** The same in UTC. */
date_utc?: string
/** HTML. */
description?: string
/** publish, draft, pending, private … */
status?: string
/** Derived from the name by default. */
slug?: string
/** The id or address of an image; empty for none. */
image?: string
/** An address. */
website?: string
/** Telephone number. */
phone?: string
/** An e-mail address, such as `box-office@example.org`; empty for none. */
email?: string
}

export type CreateEventRequest = {
/** What it is called, not blank */
title: string
/** Start, e.g. `2031-06-01 19:00`, in the event's zone unless it has an offset */
start_date: string
/** End, in the same form as the start; one before the start becomes the start */
end_date: string
/** The id of a user */
author?: number
/** Publication, in the site's time zone */
date?: string
/** Publication, in UTC */
date_utc?: string
/** HTML; empty for none */
description?: string
/** HTML; empty for none */
excerpt?: string
/** Last part of its URL; derived from the title by default */
slug?: string
/** publish, future, draft, pending, private or trash; to call an event off send `happening` */
status?: string
/** IANA name such as `Europe/Oslo`, or UTC±n; empty for the site’s */
timezone?: string
/** Whole days, from the first second to the last */
all_day?: boolean
/** Id or address of an image, or the image as it was read; empty or false for none */
image?: string | boolean | {}
/** The id of the event where it comes from, unique here; a new event with a known one is that event; empty for none */
external_id?: string
/** The cost, as text, number or list of both, in major units, e.g. `12.50` */
cost?: string | number | (string | number)[]
/** The event's own website, an http or https address */
website?: string
/** Whether a map of the venue is shown */
show_map?: boolean
/** Whether a link to a map is shown */
show_map_link?: boolean
/** Hides it from lists; it can still be read by id */
hide_from_listings?: boolean
/** Shown first on its day in calendars */
sticky?: boolean
/** Set off from the others */
featured?: boolean
/** Ids, slugs or names of categories */
categories?: (number | string)[] | string | number
/** Ids, slugs or names of tags */
tags?: (number | string)[] | string | number
/** The venue: an id, its data such as `{"venue": "Opera House"}`, or a list; empty for none */
venue?: number | string | NestedVenue | (number | string | NestedVenue)[]
/** Organizers: ids, their data such as `{"organizer": "City Choir"}`, or a list; empty for none */
organizer?: number | string | NewOrganizer | (number | string | NewOrganizer)[]
/** The event that this one is part of; 0 for none */
post_parent?: number
/** Whether it takes place as planned; otherwise nothing is sold */
happening?: "scheduled" | "cancelled" | "postponed"
/** Plain text; a new `happening` without a reason has none */
happening_reason?: string
/** Where guests join online: an http or https address that only holders of valid tickets are told; empty for none */
online_url?: string
/** When the doors open, at most 24 hours before the start: `18:30` on its day, or with a day; it moves with the start; empty for none */
doors_at?: string
/** For whom it is, such as `From 16 years`; plain text */
age_note?: string
/** How people with disabilities get in and what is there for them; plain text */
access_note?: string
/** The password of a protected event; it permits reading only */
password?: string
/** Protects the event with a password; empty removes it */
event_password?: string
}

export type UpdateEventRequest = {
/** What it is called, not blank */
title?: string
/** Start, e.g. `2031-06-01 19:00`, in the event's zone unless it has an offset */
start_date?: string
/** End, in the same form as the start; one before the start becomes the start */
end_date?: string
/** The id of a user */
author?: number
/** Publication, in the site's time zone */
date?: string
/** Publication, in UTC */
date_utc?: string
/** HTML; empty for none */
description?: string
/** HTML; empty for none */
excerpt?: string
/** Last part of its URL; derived from the title by default */
slug?: string
/** publish, future, draft, pending, private or trash; to call an event off send `happening` */
status?: string
/** IANA name such as `Europe/Oslo`, or UTC±n; empty for the site’s */
timezone?: string
/** Whole days, from the first second to the last */
all_day?: boolean
/** Id or address of an image, or the image as it was read; empty or false for none */
image?: string | boolean | {}
/** The id of the event where it comes from, unique here; a new event with a known one is that event; empty for none */
external_id?: string
/** The cost, as text, number or list of both, in major units, e.g. `12.50` */
cost?: string | number | (string | number)[]
/** The event's own website, an http or https address */
website?: string
/** Whether a map of the venue is shown */
show_map?: boolean
/** Whether a link to a map is shown */
show_map_link?: boolean
/** Hides it from lists; it can still be read by id */
hide_from_listings?: boolean
/** Shown first on its day in calendars */
sticky?: boolean
/** Set off from the others */
featured?: boolean
/** Ids, slugs or names of categories */
categories?: (number | string)[] | string | number
/** Ids, slugs or names of tags */
tags?: (number | string)[] | string | number
/** The venue: an id, its data such as `{"venue": "Opera House"}`, or a list; empty for none */
venue?: number | string | NestedVenue | (number | string | NestedVenue)[]
/** Organizers: ids, their data such as `{"organizer": "City Choir"}`, or a list; empty for none */
organizer?: number | string | NewOrganizer | (number | string | NewOrganizer)[]
/** The event that this one is part of; 0 for none */
post_parent?: number
/** Whether it takes place as planned; otherwise nothing is sold */
happening?: "scheduled" | "cancelled" | "postponed"
/** Plain text; a new `happening` without a reason has none */
happening_reason?: string
/** Where guests join online: an http or https address that only holders of valid tickets are told; empty for none */
online_url?: string
/** When the doors open, at most 24 hours before the start: `18:30` on its day, or with a day; it moves with the start; empty for none */
doors_at?: string
/** For whom it is, such as `From 16 years`; plain text */
age_note?: string
/** How people with disabilities get in and what is there for them; plain text */
access_note?: string
/** The password of a protected event; it permits reading only */
password?: string
/** Protects the event with a password; empty removes it */
event_password?: string
/** Hides the event although it has not ended and has valid tickets */
force?: boolean
}

export type DeleteEventRequest = {
/** Hides the event although it has not ended and has valid tickets */
force?: boolean
}

export type ListVenuesResponse = {
/** The venues of this page. */
venues: (Venue)[]
/** The address of this page of the list. */
rest_url: string
/** Records on all pages. */
total: number
/** Pages. */
total_pages: number
/** The address of the next page; absent on the last. */
next_rest_url?: string
/** The address of the page before; absent on the first. */
previous_rest_url?: string
}

export type CreateVenueRequest = {
/** The name of the venue. */
venue: string
/** The id of a user. */
author?: number
/** Publication, in the site's time zone. */
date?: string
/** The same in UTC. */
date_utc?: string
/** HTML. */
description?: string
/** publish, draft, pending, private … */
status?: string
/** Derived from the name by default. */
slug?: string
/** The id or address of an image; empty for none. */
image?: string
/** An address. */
website?: string
/** Telephone number. */
phone?: string
/** Street and number. */
address?: string
/** City. */
city?: string
/** Country. */
country?: string
/** Province, outside the United States. */
province?: string
/** State, in the United States. */
state?: string
/** Postal code. */
zip?: string
/** State or province; derived from the others when it is not sent. */
stateprovince?: string
/** Whether a map is shown: "true", "1", "yes" … or not. */
show_map?: string
/** Whether a link to a map is shown: "true", "1", "yes" … or not. */
show_map_link?: string
/** Degrees from -90 to 90; empty for none. */
geo_lat?: number | string
/** Degrees from -180 to 180; empty for none. */
geo_lng?: number | string
}

export type UpdateVenueRequest = {
/** The name of the venue. */
venue?: string
/** The id of a user. */
author?: number
/** Publication, in the site's time zone. */
date?: string
/** The same in UTC. */
date_utc?: string
/** HTML. */
description?: string
/** publish, draft, pending, private … */
status?: string
/** Derived from the name by default. */
slug?: string
/** The id or address of an image, or the image as it was read; empty for none. */
image?: string | {}
/** An address. */
website?: string
/** Telephone number. */
phone?: string
/** Street and number. */
address?: string
/** City. */
city?: string
/** Country. */
country?: string
/** Province, outside the United States. */
province?: string
/** State, in the United States. */
state?: string
/** Postal code. */
zip?: string
/** State or province; derived from the others when it is not sent. */
stateprovince?: string
/** Whether a map is shown: "true", "1", "yes" … or not. */
show_map?: boolean | string
/** Whether a link to a map is shown: "true", "1", "yes" … or not. */
show_map_link?: boolean | string
/** Degrees from -90 to 90; empty for none. */
geo_lat?: number | string
/** Degrees from -180 to 180; empty for none. */
geo_lng?: number | string
}

export type ListOrganizersResponse = {
/** The organizers of this page. */
organizers: (Organizer)[]
/** The address of this page of the list. */
rest_url: string
/** Records on all pages. */
total: number
/** Pages. */
total_pages: number
/** The address of the next page; absent on the last. */
next_rest_url?: string
/** The address of the page before; absent on the first. */
previous_rest_url?: string
}

export type UpdateOrganizerRequest = {
/** The name of the organizer. */
organizer?: string
/** The id of a user. */
author?: number
/** Publication, in the site's time zone. */
date?: string
/** The same in UTC. */
date_utc?: string
/** HTML. */
description?: string
/** publish, draft, pending, private … */
status?: string
/** Derived from the name by default. */
slug?: string
/** The id or address of an image, or the image as it was read; empty for none. */
image?: string | {}
/** An address. */
website?: string
/** Telephone number. */
phone?: string
/** An e-mail address, such as `box-office@example.org`; empty for none. */
email?: string
}

export type Link = {
/** The address of the target. */
href: string
}

export type Term = {
/** The id of the term. */
id: number
/** Public events with this term. */
count: number
/** Plain text. */
description: string
/** What it is called, with HTML escaped. */
name: string
/** The last part of its address. */
slug: string
/** `tribe_events_cat` for categories, `post_tag` for tags. */
taxonomy: string
urls: TermUrls
/** The parent category, 0 at the top level; absent for tags. */
parent?: number
/** Always empty. */
meta: (never)[]
/** The address of its page. */
url: string
/** The same as `urls`; in answers of reads only. */
_links?: {
/** The term itself. */
self: (Link)[]
/** The list of its kind. */
collection: (Link)[]
/** Its parent. */
up?: (Link)[]
}
}

export type ListCategoriesResponse = {
/** The address of this page of the list. */
rest_url: string
/** Records on all pages. */
total: number
/** Pages. */
total_pages: number
/** The address of the next page; absent on the last. */
next_rest_url?: string
/** The address of the page before; absent on the first. */
previous_rest_url?: string
/** The categories of this page. */
categories: (Term)[]
}

export type CreateCategoryRequest = {
/** What it is called. */
name: string
/** The description. */
description?: string
/** Derived from the name by default. */
slug?: string
/** The parent category. */
parent?: number
}

export type UpdateCategoryRequest = {
/** What it is called. */
name?: string
/** The description. */
description?: string
/** Derived from the name by default. */
slug?: string
/** The parent category. */
parent?: number
}

export type ListTagsResponse = {
/** The address of this page of the list. */
rest_url: string
/** Records on all pages. */
total: number
/** Pages. */
total_pages: number
/** The address of the next page; absent on the last. */
next_rest_url?: string
/** The address of the page before; absent on the first. */
previous_rest_url?: string
/** The tags of this page. */
tags: (Term)[]
}

export type CreateTagRequest = {
/** What it is called. */
name: string
/** The description. */
description?: string
/** Derived from the name by default. */
slug?: string
}

export type UpdateTagRequest = {
/** What it is called. */
name?: string
/** The description. */
description?: string
/** Derived from the name by default. */
slug?: string
}

export type CreateImageRequest = {
/** The picture, as a file of a multipart form. It can also be the whole body, sent with its own content type. */
file?: string
}

export type ListImagesResponse = {
/** The pictures of this page. */
images: (Image)[]
/** The address of this page of the list. */
rest_url: string
/** Records on all pages. */
total: number
/** Pages. */
total_pages: number
/** The address of the next page; absent on the last. */
next_rest_url?: string
/** The address of the page before; absent on the first. */
previous_rest_url?: string
}

export type JsonSchema = {
[name: string]: unknown
}

export type Argument = {
/** Whether a request must have it. */
required: boolean
/** Its JSON type. */
type?: string | (string)[]
/** Its value when it is not sent. */
default?: string | number | boolean | (string)[] | null
/** What it means, with its unit. */
description?: string
/** The values it may have. */
enum?: (string)[]
items?: JsonSchema
/** The format of the text, e.g. `date-time`. */
format?: string
/** Its smallest value. */
minimum?: number
/** Its greatest value. */
maximum?: number
}

export type RouteDescription = {
/** E.g. `svc/events/v1`. */
namespace: string
/** All HTTP methods of the path. */
methods: (string)[]
/** What each method takes. */
endpoints: ({
/** Its HTTP methods. */
methods: (string)[]
/** Its parameters by name; `[]` without any. */
args: {
[name: string]: Argument
} | (never)[]
})[]
schema?: JsonSchema
/** Its address, where it has no parameters. */
_links?: {
/** The path itself. */
self: (Link)[]
}
}

export type NamespaceIndex = {
/** E.g. `svc/events/v1`. */
namespace: string
/** Its paths, with parameters as `(?P<id>\d+)`. */
routes: {
[name: string]: RouteDescription
}
/** What stands above. */
_links: {
/** The index above the namespaces. */
up: (Link)[]
}
}

export type OpenApiDocument = {
[name: string]: unknown
}

export type User = {
/** The id of the account. */
id: number
/** The name to sign in with. */
login: string
/** The name that others see. */
display_name: string
/** The address that mail goes to. */
email: string
/** What it may do: administrator, editor, author, contributor, subscriber. */
role: "administrator" | "editor" | "author" | "contributor" | "subscriber"
/** What it may do beyond its role. */
grants: (string)[]
/** When it was made, ISO 8601 in UTC. */
created_at: string
}

export type CreateUserRequest = {
/** The name to sign in with: 1 to 60 letters, digits, `.`, `_`, `@` or `-`. */
login: string
/** The address that mail goes to. */
email: string
/** The name that others see. */
display_name?: string
/** What it may do: administrator, editor, author, contributor, subscriber. */
role: "administrator" | "editor" | "author" | "contributor" | "subscriber"
/** What it may do beyond its role: manage_attendees. */
grants?: ("manage_attendees")[]
/** At least 10 characters. */
password?: string
/** Whether the person gets a mail with a link, good for seven days, to choose a password. Needs a mail server, and no `password`. */
invite?: boolean
/** The language of that mail; `SITE_LANGUAGE` without it. */
invite_locale?: "en" | "de" | "nb" | "fr" | "es"
}

export type UpdateUserRequest = {
/** The address that mail goes to. */
email?: string
/** The name that others see. */
display_name?: string
/** What it may do: administrator, editor, author, contributor, subscriber. */
role?: "administrator" | "editor" | "author" | "contributor" | "subscriber"
/** What it may do beyond its role: manage_attendees. */
grants?: ("manage_attendees")[]
/** At least 10 characters. */
password?: string
/** With a new password: whether the account's application passwords and API keys go on. Without it they end. */
keep_keys?: boolean
}

export type ApplicationPassword = {
/** The id of the credential. */
id: number
/** The id of the account it belongs to. */
user_id: number
/** What it is for. */
name: string
/** When it was made, ISO 8601 in UTC. */
created_at: string
/** When it expires, ISO 8601 in UTC; null is never. */
expires_at: string | null
/** The day of its last use, YYYY-MM-DD; null is never. */
last_used_on: string | null
}

export type ApiKey = {
/** The id of the credential. */
id: number
/** The id of the account it belongs to. */
user_id: number
/** What it is for. */
name: string
/** When it was made, ISO 8601 in UTC. */
created_at: string
/** When it expires, ISO 8601 in UTC; null is never. */
expires_at: string | null
/** The day of its last use, YYYY-MM-DD; null is never. */
last_used_on: string | null
/** What the key may do. */
scopes: (string)[]
}

export type EndedCredentials = {
/** Application passwords. */
application_passwords: (ApplicationPassword)[]
/** API keys. */
api_keys: (ApiKey)[]
}

export type StillOpen = {
/** Scanner keys that it made. */
scanner_keys: ({
/** The id of the scanner key. */
id: number
/** What it is for. */
name: string
/** The one event it works for; null is all. */
event: number | null
/** When it was made, ISO 8601 in UTC. */
created_at: string
/** When it expires, ISO 8601 in UTC; null is never. */
expires_at: string | null
/** The day of its last use, YYYY-MM-DD; null is never. */
last_used_on: string | null
/** The request that ends it: method and address. */
end_with: string
})[]
}

export type ChangedUser = {
/** The id of the account. */
id: number
/** The name to sign in with. */
login: string
/** The name that others see. */
display_name: string
/** The address that mail goes to. */
email: string
/** What it may do: administrator, editor, author, contributor, subscriber. */
role: "administrator" | "editor" | "author" | "contributor" | "subscriber"
/** What it may do beyond its role. */
grants: (string)[]
/** When it was made, ISO 8601 in UTC. */
created_at: string
ended?: EndedCredentials
still_open?: StillOpen
}

export type DeletedUser = {
/** Always true: what is not there is 404. */
deleted: boolean
still_open: StillOpen
}

export type MyAccount = {
/** The id of the account. */
id: number
/** The name to sign in with; empty for managers of single events. */
login: string
/** The name that others see; empty for managers of single events. */
display_name: string
/** The inherited role. */
role: "administrator" | "editor" | "author" | "contributor" | "subscriber"
}

export type MyEvent = {
/** The id of the event. */
id: number
/** Its title. */
title: string
/** What this credential may do there, those of the site included. */
capabilities: (string)[]
/** What the person gives back of one order at most; null is no limit. */
refund_limit: string | null
}

export type Me = {
user: MyAccount
/** What this credential may do at every event of the site. */
capabilities: (string)[]
/** What the person gives back of one order at most; null is no limit. */
refund_limit: string | null
/** The currency of the limits: that of the site. */
currency: string
/** The single events for which there are grants. */
events: (MyEvent)[]
/** Whether writes about people, keys and money pass without `POST /session/confirm`. */
fresh: boolean
}

export type Member = {
/** The id of the account. */
id: number
/** The name to sign in with. */
login: string
/** The name that others see. */
display_name: string
/** The address of the account. */
email: string
/** Whether the person has not chosen a password yet. */
invited: boolean
}

export type Grant = {
/** The id of the grant. */
id: number
user: Member
/** The set of capabilities (contract, section 28). */
set: "manager" | "finance" | "box_office" | "door" | "reader"
/** The event it is for; null is the site. */
event: number | null
/** The title of that event. */
event_title: string | null
/** What the person gives back of one order at most; null is no limit. */
refund_limit: string | null
/** The currency of the limit. */
currency: string | null
/** When it was given, ISO 8601 in UTC. */
created_at: string
}

export type CreateGrantRequest = {
/** Whose it is. An address without an account gets one, with an invitation. */
email: string
/** The name of a new account. */
display_name?: string
/** The set of capabilities (contract, section 28). */
set: "manager" | "finance" | "box_office" | "door" | "reader"
/** The event it is for; null is the site. */
event?: number | null
/** What the person may give back of one order, in the site's currency, for sets with `orders.refund`; null is no limit. */
refund_limit?: string | null
/** The language of the invitation; `SITE_LANGUAGE` without. */
locale?: "en" | "de" | "nb" | "fr" | "es"
}

export type Invitation = {
/** Whether a mail brings the link. */
sent: boolean
/** Without a mail server: the link to pass on. It works once, and is shown once. */
url?: string
/** Until when that link works, ISO 8601 in UTC. */
expires_at?: string
}

export type MadeGrant = {
/** The id of the grant. */
id: number
user: Member
/** The set of capabilities (contract, section 28). */
set: "manager" | "finance" | "box_office" | "door" | "reader"
/** The event it is for; null is the site. */
event: number | null
/** The title of that event. */
event_title: string | null
/** What the person gives back of one order at most; null is no limit. */
refund_limit: string | null
/** The currency of the limit. */
currency: string | null
/** When it was given, ISO 8601 in UTC. */
created_at: string
invitation?: Invitation
}

export type UpdateGrantRequest = {
/** The set of capabilities (contract, section 28). */
set?: "manager" | "finance" | "box_office" | "door" | "reader"
/** What the person may give back of one order, in the site's currency, for sets with `orders.refund`; null is no limit. */
refund_limit?: string | null
}

export type RemovedGrant = {
/** Always true: what is not there is 404. */
deleted: boolean
still_open: StillOpen
}

export type CreateUserApplicationPasswordRequest = {
/** What the credential is for */
name: string
/** When it ends by itself, e.g. 2030-01-31T12:00:00Z */
expires_at?: string
/** The same, in days from now */
expires_in_days?: number
}

export type NewApplicationPassword = {
/** The id of the credential. */
id: number
/** The id of the account it belongs to. */
user_id: number
/** What it is for. */
name: string
/** When it was made, ISO 8601 in UTC. */
created_at: string
/** When it expires, ISO 8601 in UTC; null is never. */
expires_at: string | null
/** The day of its last use, YYYY-MM-DD; null is never. */
last_used_on: string | null
/** Shown in this response only */
password: string
}

export type Deleted = {
/** Always true: what is not there is 404. */
deleted: boolean
}

export type SignInRequest = {
/** The login or email address. */
login: string
/** The password of the account. */
password: string
/** A code of the second factor, or a recovery code, if the account has one. */
code?: string
/** What the new application password is for. */
name?: string
/** When it ends by itself, e.g. 2030-01-31T12:00:00Z */
expires_at?: string
/** The same, in days from now */
expires_in_days?: number
}

export type CreateKeyRequest = {
/** What the credential is for */
name: string
/** What the key may do: any of read, events, attendees, site, users. */
scopes: ("read" | "events" | "attendees" | "site" | "users")[]
/** When it ends by itself, e.g. 2030-01-31T12:00:00Z */
expires_at?: string
/** The same, in days from now */
expires_in_days?: number
}

export type NewApiKey = {
/** The id of the credential. */
id: number
/** The id of the account it belongs to. */
user_id: number
/** What it is for. */
name: string
/** When it was made, ISO 8601 in UTC. */
created_at: string
/** When it expires, ISO 8601 in UTC; null is never. */
expires_at: string | null
/** The day of its last use, YYYY-MM-DD; null is never. */
last_used_on: string | null
/** What the key may do. */
scopes: (string)[]
/** Shown in this response only */
api_key: string
}

export type ColumnValue = string | number | boolean | null | (string | number | {})[] | {
[name: string]: unknown
}

export type AuditEntries = {
/** The newest first. */
entries: ({
/** The id of the entry. */
id: number
/** When, ISO 8601 in UTC. */
at: string
/** Who wrote. */
actor: {
/** What kind of actor. */
type: "user" | "scanner" | "provider" | "job" | "command" | "device"
/** The id of the account or the scanner key; null for others. */
id: number | null
/** The credential of an account, e.g. `password:12`, or the name of a provider, job or command. */
name: string
/** The login that the account has now. */
login: string | null
}
/** The `Request-Id` of the request, if it was one. */
request_id: string | null
/** What was asked for, e.g. `updateEvent`. */
operation: string | null
/** What became of the row. */
action: "created" | "changed" | "deleted"
/** What the entry is about. */
record: {
/** The kind of record, e.g. `event`. */
type: string
/** Its id; null where it has none. */
id: number | null
/** What of it, where it is not the record itself, e.g. `terms`. */
part: string | null
}
/** Of a change, what was changed; of a deletion, everything. No secrets. */
before: {
[name: string]: ColumnValue
} | null
/** Of a change, what it became; of a new record, everything. No secrets. */
after: {
[name: string]: ColumnValue
} | null
/** `before` and `after` of values about a person; null once they are erased. */
personal: {
[name: string]: ColumnValue
} | null
})[]
/** Whether there are older ones. */
more: boolean
}

export type ImportedKind = {
/** The kind of record, e.g. `event`. */
kind: string
/** Read of the source. */
read: number
/** Made here. */
made: number
/** Changed here, because the source changed. */
changed: number
/** The same as at the last run. */
same: number
/** Kept as they are here. */
kept: number
/** Without a place here. */
lost: number
}

export type ImportRun = {
/** The id of the run. */
id: number
/** The address of the old site. */
home: string
/** `dump` or `wxr`. */
reader: string
/** A run that was ended from outside is `failed`. */
state: "running" | "done" | "failed"
/** When it began., ISO 8601 in UTC. */
started_at: string
/** When it ended; null while it runs. */
ended_at: string | null
/** By kind of record, in the order of writing. */
counts: (ImportedKind)[]
/** How many records were changed or lost on the way. */
losses: number
}

export type ListImportsResponse = {
/** The latest first. */
imports: (ImportRun)[]
}

export type LeftBehind = {
/** A table, option, key, type or taxonomy of the old site. */
what: string
/** Its name there. */
name: string
/** How many. */
rows: number
/** Why it stays there. */
why: string
}

export type Loss = {
/** Its number in the report. */
number: number
/** The kind of record. */
kind: string
/** Its id in the old site; null for what is no record. */
old_id: number | null
/** What was changed or lost, and why. */
reason: string
}

export type BroughtCodes = {
/** How many of these codes let in. */
working: number
/** Valid attendees of the site with a code that was printed there. */
total: number
}

export type Redirect = {
/** The old address. */
from: string
/** Where it leads here. */
to: string
}

export type ImportDetail = {
/** The id of the run. */
id: number
/** The address of the old site. */
home: string
/** `dump` or `wxr`. */
reader: string
/** A run that was ended from outside is `failed`. */
state: "running" | "done" | "failed"
/** When it began., ISO 8601 in UTC. */
started_at: string
/** When it ended; null while it runs. */
ended_at: string | null
/** By kind of record, in the order of writing. */
counts: (ImportedKind)[]
/** How many records were changed or lost on the way. */
losses: number
/** Why it failed. */
error: string | null
/** Kinds of data that stay where they are. */
left_behind: (LeftBehind)[]
/** The first 500, or those after `losses_after`. */
lost: (Loss)[]
/** Whether more losses follow. */
more: boolean
codes: BroughtCodes
/** The first 500 addresses of lists and events that lead to another one here. */
redirects: (Redirect)[]
}

export type PlanAttendeeImportRequest = {
/** The list as CSV, in a multipart form; at most 10 MiB and 20,000 lines. */
file?: string
/** The list as text, in place of a file. */
csv?: string
/** Which column is what, as JSON: `{"email": "E-mail", "ticket": "Type"}`. Fields: `name`, `first_name`, `last_name`, `email`, `ticket`, `code`, `reference`, `status`, `note`. Without it: what was chosen for such a file before, or what the columns' names say. */
mapping?: string
/** The ticket of lines that name none. */
ticket?: number
}

export type ImportedGuest = {
/** The number of the line in the file. */
line: number
/** The name of the attendee. */
name: string
/** The email address; empty without one. */
email: string
/** The ticket. */
ticket: string
/** The code on the ticket; empty without one. */
code: string
/** For the door. */
note: string
}

export type ImportedTicketType = {
/** Null for one that is made: free, without a limit, and not on sale. */
id: number | null
/** Its name. */
name: string
/** How many places of it are taken. */
places: number
}

export type ImportedLine = {
/** The number of the line in the file. */
line: number
/** Why. */
reason: string
}

export type AttendeePlan = {
/** Send it with the list to do this and nothing else. */
plan: string
/** How the file is read. */
encoding: "utf-8" | "utf-16" | "windows-1252"
/** What stands between cells. */
delimiter: string
/** The names of its columns. */
columns: (string)[]
/** Which column is what. */
mapping: {
[name: string]: string
}
/** Lines with something in them, without the head. */
lines: number
/** Attendees that are made. */
made: number
/** How many of them keep the code on their ticket. */
codes: number
/** Lines that came before. */
repeated: number
/** Lines that are refused. */
refused: number
/** The first lines as they are understood. */
samples: (ImportedGuest)[]
/** The tickets that are taken, with how many places of each. */
tickets: (ImportedTicketType)[]
/** The first 100 lines that came before. */
repeats: (ImportedLine)[]
/** The first 1,000 lines that are refused. */
refusals: (ImportedLine)[]
}

export type ImportAttendeesRequest = {
/** The list as CSV, in a multipart form; at most 10 MiB and 20,000 lines. */
file?: string
/** The list as text, in place of a file. */
csv?: string
/** Which column is what, as JSON: `{"email": "E-mail", "ticket": "Type"}`. Fields: `name`, `first_name`, `last_name`, `email`, `ticket`, `code`, `reference`, `status`, `note`. Without it: what was chosen for such a file before, or what the columns' names say. */
mapping?: string
/** The ticket of lines that name none. */
ticket?: number
/** `plan` of the plan: when the same list would do something else now, nothing is done. */
plan?: string
}

export type AttendeeImport = {
/** The id of the import. */
id: number
/** The id of the event. */
event: number
/** The name of the file; empty without one. */
file: string
/** Who did it; null for a command. */
by: string | null
/** What became of it. */
state: "running" | "done" | "failed"
/** When it began., ISO 8601 in UTC. */
started_at: string
/** When it ended; null while it runs. */
ended_at: string | null
/** Lines with something in them, without the head. */
lines: number
/** Attendees that are made. */
made: number
/** How many of them keep the code on their ticket. */
codes: number
/** Lines that came before. */
repeated: number
/** Lines that are refused. */
refused: number
/** The first 1,000 lines that were refused. */
refusals: (ImportedLine)[]
}

export type ListAttendeeImportsResponse = {
/** The latest 50, the latest first. */
imports: ({
/** The id of the import. */
id: number
/** The id of the event. */
event: number
/** The name of the file; empty without one. */
file: string
/** Who did it; null for a command. */
by: string | null
/** What became of it. */
state: "running" | "done" | "failed"
/** When it began., ISO 8601 in UTC. */
started_at: string
/** When it ended; null while it runs. */
ended_at: string | null
/** Lines with something in them, without the head. */
lines: number
/** Attendees that are made. */
made: number
/** How many of them keep the code on their ticket. */
codes: number
/** Lines that came before. */
repeated: number
/** Lines that are refused. */
refused: number
})[]
}

export type GetSettingsResponse = {
/** The name of the site, on its pages and in mails. */
name: string
/** Colour of buttons and links as `#rrggbb`; empty for the usual one. */
accent: string
/** Address of the logo; empty without one. `POST /settings/logo` uploads one. */
logo: string
/** The language for people who ask for none of ours. */
language: "en" | "de" | "nb" | "fr" | "es"
/** Who sells: name, address and what the law asks for, in lines; on receipts and below mails about orders. */
seller: string
/** Address that mails come from; empty for `tickets@` and the host of the site. */
sender: string
/** Address of the terms of sale, which buyers have to accept; empty without terms. */
terms_url: string
/** Names the text at `terms_url` that is in force. */
terms_version: string
/** Address of the imprint, which every page links; empty without one. */
imprint_url: string
/** Address of the privacy policy, which every page links; empty without one. */
privacy_url: string
/** `required` demands a second factor of everybody who may give money back or let others in. */
second_factor: "optional" | "required"
/** How many days after the last event of an order its names, addresses and notes are emptied, such as `365`, or `off`. */
retention_days: string
/** What QR pictures of tickets have: `signed`, `plain` or `short`, as `QR_CONTENT` in the configuration explains. */
qr_content: "plain" | "signed" | "short"
/** Where the seller is taxed, as two letters such as `DE`; empty where nobody said. `cash_note` follows it. */
seller_country: string
/** `off`: the desk takes no cash. Sales, voids and moves of tills in cash are then refused; open tills can still be closed. */
desk_cash: "on" | "off"
/** What the law of the seller's country asks of whoever takes cash, and that a cash list is not it. */
cash_note: string
/** What should be thought of about settings that can be used. */
warnings: (string)[]
/** The settings that the environment of the service decides; they cannot be changed here. */
fixed: ("name" | "accent" | "language" | "seller" | "sender" | "terms_url" | "terms_version" | "imprint_url" | "privacy_url" | "second_factor" | "retention_days" | "qr_content" | "seller_country" | "desk_cash" | "logo")[]
}

export type UpdateSettingsRequest = {
/** The name of the site, on its pages and in mails. An empty text brings the usual value back. */
name?: string
/** Colour of buttons and links as `#rrggbb`; empty for the usual one. An empty text brings the usual value back. */
accent?: string
/** The language for people who ask for none of ours. An empty text brings the usual value back. */
language?: string
/** Who sells: name, address and what the law asks for, in lines; on receipts and below mails about orders. An empty text brings the usual value back. */
seller?: string
/** Address that mails come from; empty for `tickets@` and the host of the site. An empty text brings the usual value back. */
sender?: string
/** Address of the terms of sale, which buyers have to accept; empty without terms. An empty text brings the usual value back. */
terms_url?: string
/** Names the text at `terms_url` that is in force. An empty text brings the usual value back. */
terms_version?: string
/** Address of the imprint, which every page links; empty without one. An empty text brings the usual value back. */
imprint_url?: string
/** Address of the privacy policy, which every page links; empty without one. An empty text brings the usual value back. */
privacy_url?: string
/** `required` demands a second factor of everybody who may give money back or let others in. An empty text brings the usual value back. */
second_factor?: string
/** How many days after the last event of an order its names, addresses and notes are emptied, such as `365`, or `off`. An empty text brings the usual value back. */
retention_days?: string
/** What QR pictures of tickets have: `signed`, `plain` or `short`, as `QR_CONTENT` in the configuration explains. An empty text brings the usual value back. */
qr_content?: string
/** Where the seller is taxed, as two letters such as `DE`; empty where nobody said. `cash_note` follows it. An empty text brings the usual value back. */
seller_country?: string
/** `off`: the desk takes no cash. Sales, voids and moves of tills in cash are then refused; open tills can still be closed. An empty text brings the usual value back. */
desk_cash?: string
}

export type Changes = {
/** In the order in which they happened. */
changes: ({
/** Its place in the order of all changes: each is one more than the one before. */
sequence: number
/** What happened. */
type: "event.saved" | "event.deleted" | "event.cancelled" | "event.postponed" | "event.rescheduled" | "venue.saved" | "organizer.saved" | "term.saved" | "ticket.saved" | "ticket.deleted" | "cart.held" | "order.created" | "order.completed" | "order.moved" | "order.refunded" | "attendee.registered" | "attendee.changed" | "attendee.checked_in" | "attendee.check_in_undone" | "attendee.passed_door" | "message.failed" | "message.bounced"
/** When, ISO 8601 in UTC. */
timestamp: string
/** The events that it is about, and that the reader may read. */
event_ids: (number)[]
/** Ids of what it is about, never personal data. Changes of an order have `attendee_ids`, all its places. */
data: {
[name: string]: number | string | boolean | (number)[]
}
})[]
/** To be sent as `after` for what comes next. */
cursor: string
/** Whether further changes can be read at once. */
more: boolean
}

export type MoveAttendeeRequest = {
/** The ticket to move to, of the same event. */
ticket: number
/** `new` (unless said): what the ticket costs now. `keep`: what was paid for the place, whatever the ticket costs. */
price?: "new" | "keep"
/** What becomes of the difference. `refund` (unless said): it is given back; a dearer ticket is refused, because nothing can be charged. `forgive`: nobody pays anything. */
settle?: "refund" | "forgive"
/** How the difference is given back, as in a refund; `paid` unless said. */
method?: "paid" | "cash" | "by_hand"
/** Why, for staff. */
reason?: string
}

export type PlaceMove = {
/** The id of the move. */
id: number
/** The order; null for a place that staff made without one. */
order: number | null
/** The id of the attendee. */
attendee: number
/** The id of the ticket that the place was of. */
from_ticket: number
/** The id of the ticket that it is of then. */
to_ticket: number
/** The line of the order that it was sold by, which stays. */
from_line: number | null
/** The line that was made for it. */
to_line: number | null
/** ISO 4217, e.g. `USD`. */
currency: string
/** What was paid for the place, less its share of the coupon and without fees; needs `money.read`, in major units with all decimals. */
before?: string
/** What the place costs by its new ticket; needs `money.read`, in major units with all decimals. */
price_now?: string
/** What counts as paid for it from then on: a refund of the place returns this; needs `money.read`, in major units with all decimals. */
worth?: string
/** Fees of the place, which stay with it; needs `money.read`, in major units with all decimals. */
fees?: string
/** What is given back; needs `money.read`, in major units with all decimals. */
returned?: string
/** Which price counted. */
price: "new" | "keep"
/** What became of the difference. */
settle: "refund" | "forgive"
/** The refund of the difference; null where there is none. */
refund: number | null
/** Why. */
reason: string
/** When, ISO 8601 in UTC. */
at: string
}

export type MoveLimitLeft = {
/** What your limit leaves of this order; null without a limit or where nothing is given back. */
order_left: string | null
/** What the site's limit for a day leaves; null like it. */
day_left: string | null
/** Whether both allow it. */
allows: boolean
}

export type MovePreview = {
/** The id of the attendee. */
attendee: number
/** The id of the ticket that the place was of. */
from_ticket: number
/** The id of the ticket that it is of then. */
to_ticket: number
/** ISO 4217, e.g. `USD`. */
currency: string
/** What was paid for the place, less its share of the coupon and without fees; needs `money.read`, in major units with all decimals. */
before?: string
/** What the place costs by its new ticket; needs `money.read`, in major units with all decimals. */
price_now?: string
/** What counts as paid for it from then on: a refund of the place returns this; needs `money.read`, in major units with all decimals. */
worth?: string
/** Fees of the place, which stay with it; needs `money.read`, in major units with all decimals. */
fees?: string
/** What is given back; needs `money.read`, in major units with all decimals. */
returned?: string
/** Whether the other ticket has a place left. */
has_place: boolean
/** False where both tickets draw on one pool: the move works when they are sold out. */
moves_stock: boolean
/** Whether somebody came in with it; that stays as it is. */
checked_in: boolean
limit: MoveLimitLeft
}

export type DeskNote = {
/** The id of the note. */
id: number
/** The order that it is about, or whose place it is about. */
order: number | null
/** The attendee that it is about; null for the whole order. */
attendee: number | null
/** What was written. */
text: string
/** The login of who wrote it; null when the account is gone. */
by: string | null
/** When, ISO 8601 in UTC. */
at: string
}

export type DeskNotes = {
/** The newest first, 200 at most. */
notes: (DeskNote)[]
}

export type AddOrderNoteRequest = {
/** For staff; the buyer does not see it. */
text: string
}

export type OrderPurchaser = {
/** Blank after it was erased. */
name: string
/** Blank after it was erased; needs `contacts.read`. */
email?: string
}

export type OrderLine = {
/** The id of the line. */
id: number
/** What the line is. */
type: "ticket" | "fee" | "coupon" | "rounding"
/** The ticket of a ticket line. */
ticket_id: number | null
/** The fee of a fee line. */
fee_id: number | null
/** The coupon of a coupon line. */
coupon_id: number | null
/** What it was called when it was sold. */
name: string
/** Units. */
quantity: number
/** Per unit; needs `money.read`, in major units with all decimals. */
price?: string
/** The line; needs `money.read`, in major units with all decimals. */
sub_total?: string
/** Places given back. */
refunded_quantity: number
/** Places moved to another ticket, each of which has a line of its own; not in lists. */
moved_quantity?: number
/** Refunds of this line's places, their fees included, minus their share of the coupon; needs `money.read`, in major units with all decimals. */
refunded?: string
}

export type OrderRefund = {
/** The id of the refund. */
id: number
/** The amount given back; needs `money.read`, in major units with all decimals. */
amount?: string
/** `reserved`, `sent`, `done` or `failed`. */
state: string
/** At the provider as it was `paid`, in `cash`, or `by_hand` in another way. */
method: "paid" | "cash" | "by_hand"
/** Why, in words; blank where only a part of the order is shown. */
reason: string
/** When it was begun, ISO 8601 in UTC. */
at: string
}

export type OrderMoney = {
/** The total of the order, in major units with all decimals. */
charged: string
/** What arrived, in major units with all decimals. */
paid: string
/** What was given back, in major units with all decimals. */
returned: string
/** What is on its way back, in major units with all decimals. */
promised: string
/** What can still be given back, in major units with all decimals. */
left: string
}

export type TaxSum = {
/** What the tax was called when it was sold. */
name: string
/** How invoices name it, such as `S`. */
code: string
/** Its rate in per cent. */
percent: string
/** What was charged with it, the tax in it, in major units with all decimals. */
gross: string
/** The same without the tax, in major units with all decimals. */
net: string
/** The tax, in major units with all decimals. */
tax: string
}

export type OrderPlace = {
/** The id of the attendee. */
id: number
/** Which place of the order it is, from 1. */
number: number
/** The name on the ticket. */
name: string
/** The address of who holds it; needs `contacts.read`. */
email?: string
/** The id of the ticket. */
ticket_id: number
/** What the ticket was called when it was sold or moved to. */
ticket: string
/** The line of the order that it is of. */
line: number | null
/** False of a place that was given back. */
valid: boolean
/** The status by which the door judges it. */
status: string
/** When somebody came in with it, ISO 8601 in UTC. */
checked_in_at: string | null
/** Since when it is with somebody else, ISO 8601 in UTC. */
passed_on_at: string | null
}

export type OtherOrder = {
/** The id of the order. */
id: number
/** Where it stands. */
status: string
/** The amount to pay; needs `money.read`, in major units with all decimals. */
total?: string
/** ISO 4217, e.g. `USD`. */
currency: string
/** When it was made, ISO 8601 in UTC. */
created_at: string
}

export type OrderPage = {
/** The id of the order. */
id: number
/** Where it stands. */
status: "created" | "pending" | "action-req" | "approved" | "completed" | "denied" | "not-completed" | "voided" | "refunded" | "reversed"
/** Always `tc`. */
provider: string
/** How it is paid. */
gateway: "card" | "wallet" | "sandbox" | "free" | "staff" | "external"
/** The provider's id of the payment; null too where only a part of the order is shown. */
gateway_order_id: string | null
/** Whether the payment is simulated: no money moves. */
sandbox: boolean
/** The event; null when its tickets are of several. */
post_id: number | null
/** ISO 4217, e.g. `USD`. */
currency: string
/** Tickets; needs `money.read`, in major units with all decimals. */
subtotal?: string
/** Fees; needs `money.read`, in major units with all decimals. */
fees?: string
/** What the coupon takes off; needs `money.read`, in major units with all decimals. */
discount?: string
/** What was added to the total, or with a minus taken off, so that the gateway can move it; needs `money.read`, in major units with all decimals. */
rounding?: string
/** The amount to pay; needs `money.read`, in major units with all decimals. */
total?: string
/** The amount that arrived; needs `money.read`, in major units with all decimals. */
paid?: string
/** The amount given back; needs `money.read`, in major units with all decimals. */
refunded?: string
purchaser: OrderPurchaser
/** When it was made, ISO 8601 in UTC. */
created_at: string
/** When it was completed, ISO 8601 in UTC. */
completed_at: string | null
/** Why its payment failed. */
failed_reason: string | null
/** Tickets, fees, coupon and rounding. */
items: (OrderLine)[]
/** What was given back, the oldest first. */
refunds: (OrderRefund)[]
/** The address of the buyer's page of the order; needs `orders.write` at all its events. */
redirect_url?: string
money?: OrderMoney
/** What the charge contains of each tax rate, after what was given back (contract 43.4). */
taxes?: (TaxSum)[]
/** Its places, those that were given back, too. */
places: (OrderPlace)[]
/** Moves to other tickets, oldest first. */
moves: (PlaceMove)[]
/** The buyer's other orders that you may see, the newest first, 10 at most; needs `contacts.read`. */
other_orders?: (OtherOrder)[]
}

export type TimelineItem = {
/** What tells of it. */
kind: "change" | "mail" | "move" | "note" | "refund" | "scan" | "status"
/** Its id among those of its kind. */
id: number
/** When, ISO 8601 in UTC. */
at: string
/** The status after, the kind and state of a mail, the state of a refund, the verdict of a scan, how a move was settled, or the operation that changed something; empty for a note. */
what: string
/** Words of staff, the recipient of a mail, or why a scan was refused. */
text: string | null
/** Of a change: which members it wrote. */
changed: (string)[]
/** Of a refund what it gives back, of a move what the place costs then; needs `money.read`, in major units with all decimals. */
amount?: string
/** The attendee, where it is about one. */
attendee: number | null
/** The login of who did it, where an account did. */
by: string | null
}

export type OrderTimeline = {
/** The newest first. */
items: (TimelineItem)[]
/** Send it as `before` for the next page; null at the end. */
next: string | null
}

export type CorrectOrderRequest = {
/** The purchaser's name */
name?: string
/** The purchaser's e-mail address */
email?: string
}

export type CorrectedOrder = {
/** The id of the order. */
id: number
/** The purchaser's name. */
name: string
/** The purchaser's address; needs `contacts.read`. */
email?: string
}

export type AttendeeRecord = {
/** The id of the attendee. */
id: number
/** The name on the ticket. */
name: string
/** The address; needs `contacts.read`. */
email?: string
/** The id of the event. */
event: number
/** The id of the ticket. */
ticket: number
/** The id of the order; null for a place made by hand. */
order: number | null
}

export type CorrectAttendeeRequest = {
/** The attendee's name */
name?: string
/** The attendee's e-mail address */
email?: string
}

export type CorrectedAttendee = {
/** The id of the attendee. */
id: number
/** The name on the ticket. */
name: string
/** The address; needs `contacts.read`. */
email?: string
/** Whether the ticket got a new code, because another address holds it now. */
new_code: boolean
}

export type ResendOrderMailsRequest = {
/** `buyer` (unless said): all tickets to the buyer; `holders`: to each other address its own tickets; `everybody`: both. */
to?: "buyer" | "holders" | "everybody"
/** In place of `to`: to whoever holds the ticket of this attendee. */
attendee?: number
}

export type ResentMail = {
/** The id of the mail. */
id: number
/** Its kind, e.g. `order.confirmed`. */
kind: string
/** The recipient; needs `contacts.read`. */
to?: string
/** Where it stands. */
state: "queued" | "sending" | "sent" | "captured" | "failed" | "suppressed" | "bounced" | "withdrawn" | "withheld"
}

export type ResentMails = {
/** The mails that were queued. */
mails: (ResentMail)[]
}

export type CopyEventRequest = {
/** When the copy begins, in the zone of the event, e.g. `2032-06-01 19:00`. A day alone keeps the time of day. */
start_date: string
}

export type CopiedParts = {
/** Organizers. */
organizers: number
/** Categories and tags. */
terms: number
/** Tickets, with prices, places, limits and windows of sale. */
tickets: number
/** Fees selected for tickets. */
fees: number
/** Questions that are asked still. */
questions: number
/** Gates. */
gates: number
/** Texts of mails. */
mail_texts: number
}

export type EventCopy = {
/** The id of the copy. */
id: number
/** Its title, which is that of the event. */
title: string
/** Always `draft`. */
status: string
/** When it begins, in its zone, YYYY-MM-DD HH:MM:SS. */
start_date: string
/** When it ends, in its zone, YYYY-MM-DD HH:MM:SS. */
end_date: string
/** Its zone. */
timezone: string
copied: CopiedParts
/** What stays with the event. */
not_copied: ("address" | "state" | "external_id" | "orders" | "attendees" | "answers" | "check_ins" | "notes" | "scanner_keys" | "phones" | "team")[]
}

export type TextByLanguage = {
/** In `en`. */
en?: string
/** In `de`. */
de?: string
/** In `nb`. */
nb?: string
/** In `fr`. */
fr?: string
/** In `es`. */
es?: string
}

export type QuestionChoice = {
/** Its name in answers and exports: small letters, digits, - and _. */
id: string
text: TextByLanguage
/** Whether nobody can choose it any more. */
closed?: boolean
}

export type QuestionCondition = {
/** The question that it depends on, which has no condition. */
question: number
/** Some of its choices; or `yes`, `no`. */
is: (string)[]
}

export type Question = {
/** The id of the question. */
id: number
/** `order`: once for all places. `attendee`: for each place. */
asked_of: "order" | "attendee"
/** What an answer is. */
kind: "text" | "long_text" | "choice" | "several" | "yes_no" | "consent" | "date" | "email" | "phone"
text: TextByLanguage
/** Whether the pages order only with an answer. */
required: boolean
/** Of `choice` and `several`. A choice that was chosen is closed, never taken away. */
choices: (QuestionChoice)[]
/** The tickets that it is asked with; empty for all of the event. */
tickets: (number)[]
/** Asked only where another question was answered so; null for always. */
show_if: QuestionCondition | null
/** Whether its answers stay out of lists, and out of files unless they are asked for. */
sensitive: boolean
/** Whether the door is shown what an attendee answered, before the next scan: of a date the age only. Not of sensitive ones. */
at_door: boolean
/** Whether it is asked of nobody any more; its answers stay. */
closed: boolean
/** Which text it has, from 1; answers name the one that was read. */
version: number
/** Answers; needs `attendees.read`. */
answered?: number
/** How often each choice, `yes` or `no` was answered; needs `attendees.read`. */
counts?: {
[name: string]: number
}
}

export type Questions = {
/** In the order in which they are asked. */
questions: (Question)[]
}

export type QuestionConditionDraft = {
/** The question that it depends on, which has no condition. */
question?: number
/** Some of its choices; or `yes`, `no`. Empty: asked always. */
is: (string)[]
}

export type CreateQuestionRequest = {
/** `order`: once for all places. `attendee`: for each place. */
asked_of: "order" | "attendee"
/** What an answer is. */
kind: "text" | "long_text" | "choice" | "several" | "yes_no" | "consent" | "date" | "email" | "phone"
text: TextByLanguage
/** Whether the pages order only with an answer. */
required?: boolean
/** Of `choice` and `several`. A choice that was chosen is closed, never taken away. */
choices?: (QuestionChoice)[]
/** The tickets that it is asked with; empty for all of the event. */
tickets?: (number)[]
show_if?: QuestionConditionDraft
/** Whether its answers stay out of lists, and out of files unless they are asked for. */
sensitive?: boolean
/** Whether the door is shown what an attendee answered, before the next scan: of a date the age only. Not of sensitive ones. */
at_door?: boolean
/** Whether it is asked of nobody any more; its answers stay. */
closed?: boolean
}

export type OrderQuestionsRequest = {
/** The ids of all questions of the event, in the order in which they are asked. */
order: (number)[]
}

export type UpdateQuestionRequest = {
/** `order`: once for all places. `attendee`: for each place. */
asked_of?: "order" | "attendee"
/** What an answer is. */
kind?: "text" | "long_text" | "choice" | "several" | "yes_no" | "consent" | "date" | "email" | "phone"
text?: TextByLanguage
/** Whether the pages order only with an answer. */
required?: boolean
/** Of `choice` and `several`. A choice that was chosen is closed, never taken away. */
choices?: (QuestionChoice)[]
/** The tickets that it is asked with; empty for all of the event. */
tickets?: (number)[]
show_if?: QuestionConditionDraft
/** Whether its answers stay out of lists, and out of files unless they are asked for. */
sensitive?: boolean
/** Whether the door is shown what an attendee answered, before the next scan: of a date the age only. Not of sensitive ones. */
at_door?: boolean
/** Whether it is asked of nobody any more; its answers stay. */
closed?: boolean
}

export type GivenAnswer = {
/** The id of the question. */
question: number
/** The question as it was read; unanswered, as it is now. */
text: string
/** What an answer is. */
kind: "text" | "long_text" | "choice" | "several" | "yes_no" | "consent" | "date" | "email" | "phone"
/** Whether an answer is wanted. */
required: boolean
/** Whether it is asked in confidence. */
sensitive: boolean
/** The answer; null for none. Left out of a sensitive one for callers without `attendees.write`. */
value?: string | (string)[] | null
/** The answer in words. */
said?: string
/** Which text of the question was read. */
version: number | null
/** When it was given, ISO 8601 in UTC. */
given_at: string | null
/** The login of who of the staff wrote it; null where the buyer did. */
by: string | null
}

export type AttendeeAnswers = {
/** The id of the attendee. */
attendee: number
/** The id of the event. */
event: number
/** The id of the ticket. */
ticket: number
/** Required answers of this place that are missing. */
missing: number
/** What the place is asked, in order. */
answers: (GivenAnswer)[]
}

export type SentAnswer = {
/** The id of the question. */
question: number
/** A text, the id of a choice, a list of them, `yes`, `no`, or a day `YYYY-MM-DD`; none takes it back. */
value?: string | (string)[] | null
}

export type PutAttendeeAnswersRequest = {
/** Answers that are not named stay. */
answers: (SentAnswer)[]
}

export type OrderAnswers = {
/** The id of the order. */
order: number
/** Whether the order came in without answers that are wanted, and still lacks some. */
answers_missing: boolean
/** Required answers of the order and its places that are missing. */
missing: number
/** What the order is asked, in order. */
answers: (GivenAnswer)[]
/** The same of each valid place. */
attendees: (AttendeeAnswers)[]
}

export type ReportCell = {
/** An amount with all its decimals, or a number. */
value: string
/** The address of the rows that it adds up. */
rows: string
}

export type ReportRow = {
/** The first day of the row. */
from: string
/** Its last day. */
to: string
/** What the row is of: the id of the ticket or coupon, the tag, the method or channel; of `prices` ticket, price and tax, such as `12-3000-S-1900`; or blank. */
key: string
/** Its name, where it has one. */
name: string
/** The currency of its amounts; null for a row of counts. */
currency: string | null
/** Whether the sandbox simulated the payments. */
simulated: boolean
/** The figures by their names. */
cells: {
[name: string]: ReportCell
}
}

export type ReportTotal = {
/** What the row is of: the id of the ticket or coupon, the tag, the method or channel; of `prices` ticket, price and tax, such as `12-3000-S-1900`; or blank. */
key: string
/** Its name, where it has one. */
name: string
/** The currency of its amounts; null for a row of counts. */
currency: string | null
/** Whether the sandbox simulated the payments. */
simulated: boolean
/** The figures by their names. */
cells: {
[name: string]: ReportCell
}
}

export type Report = {
/** Which report. */
report: "sales" | "tickets" | "prices" | "channels" | "coupons" | "payments" | "checkins" | "tax" | "open"
/** The event; null for all that you see. */
event: number | null
/** On whose clock days begin. */
zone: string
/** The first day. */
from: string
/** The last day. */
to: string
/** What a row is of. */
by: "day" | "week"
/** Everything that happened before this moment is counted, ISO 8601 in UTC. */
as_of: string
/** By day or week, then by currency and key. Days without anything are left out. */
rows: (ReportRow)[]
/** The same over the whole period. */
totals: (ReportTotal)[]
}

export type BookEntry = {
/** When it happened, ISO 8601 in UTC. */
at: string
/** The event that it belongs to. */
event: number | null
/** The number of the order. */
order: number
/** What it is: sale, fee, discount, rounding, return, payment, refund, dispute, till. */
kind: string
/** How it was paid. */
method: string
/** How the order came in. */
channel: string
/** The ticket of its line. */
ticket: number | null
/** The name of its line; may be blank. */
name: string
/** What it adds; negative for what is given back, in major units with all decimals. */
amount: string
/** The amount without its tax; null while no rate is known. */
net: string | null
/** The tax in it; null while no rate is known. */
tax: string | null
/** The rate in per cent; null while it is not known. */
tax_rate: string | null
/** The code of the tax; null while it is not known. */
tax_code: string | null
/** The currency, ISO 4217. */
currency: string
}

export type BookEntryList = {
/** Everything that happened before this moment is listed, ISO 8601 in UTC. */
as_of: string
/** In the order in which it happened. */
rows: (BookEntry)[]
/** `after` of the next page; null on the last. */
next: string | null
}

export type SettlementGroup = {
/** The currency of all amounts. */
currency: string
/** Whether the sandbox simulated the payments. */
simulated: boolean
/** By ticket. */
tickets: ({
/** The name of the ticket as it was sold. */
name: string
/** What was sold, in major units with all decimals. */
sales: string
/** Fees, in major units with all decimals. */
fees: string
/** What was given back, as a negative amount, in major units with all decimals. */
returns: string
})[]
/** By tax rate; empty for an event that was sold without rates. */
taxes: ({
/** The rate, such as `19 %`. */
rate: string
/** How invoices name it. */
code: string
/** What was charged with it, the tax in it, in major units with all decimals. */
gross: string
/** The same without the tax, in major units with all decimals. */
net: string
/** The tax, in major units with all decimals. */
tax: string
})[]
/** As in the summary of the books (contract 32.3). */
sums: {
[name: string]: string
}
/** By the way of paying. */
methods: ({
/** How it was paid. */
method: string
/** The money that is here, in major units with all decimals. */
paid: string
})[]
/** What the promoter bears. */
costs: ({
/** What it is for. */
text: string
/** A negative amount, in major units with all decimals. */
amount: string
})[]
/** What the promoter gets. */
pay_out: {
/** The promoter's share, in major units with all decimals. */
share: string
/** All costs, as a negative amount, in major units with all decimals. */
costs: string
/** What is left to pay out, in major units with all decimals. */
to_pay_out: string
}
/** What changed since the settlement before; null for the first. */
since_last: {
/** What more was charged, in major units with all decimals. */
charged: string
/** What more came in, in major units with all decimals. */
paid: string
/** What more is to be paid out, in major units with all decimals. */
to_pay_out: string
} | null
}

export type Settlement = {
/** The id of the settlement. */
id: number
/** The id of the event. */
event: number
/** Its number within the event, from 1. */
number: number
/** The title of the event at that time. */
title: string
/** When it was written, ISO 8601 in UTC. */
at: string
/** Everything that happened before this moment is counted, ISO 8601 in UTC. */
as_of: string
/** One for each currency; simulated payments apart. */
groups: (SettlementGroup)[]
/** How books, orders, providers and cash lists compare. */
control: {
/** Orders that were compared with the books. */
orders: number
/** Payments for which the provider was asked. */
asked: number
/** Payments for which nobody was asked, because there are so many. */
unasked: number
/** The lists of providers that were looked through for money without an order; the wallet has none. */
listed: ({
/** card or wallet. */
provider: string
/** How many payments its list has since then. */
payments: number
/** How far back the list was looked through, ISO 8601 in UTC. */
since: string
})[]
/** Where books, orders, providers and cash lists differ, by order. None is zero. */
differences: (string)[]
}
}

export type CreateSettlementRequest = {
/** The promoter's share of the money, in per cent with up to two decimals, e.g. `70`. */
share_percent?: string
/** In its place: the promoter's share as an amount of the site's currency. */
share?: string
/** What the promoter bears. */
costs?: ({
/** What it is for. */
text: string
/** What is kept of the share for it, in the site's currency. */
amount: string
})[]
}

export type MessageText = {
/** The language of the text. */
language: "en" | "de" | "nb" | "fr" | "es"
/** The subject of the mail, in one line. May have `{name}`, `{event}`, `{when}`, `{where}`, `{order}`, `{site}`. */
subject: string
/** The text; blank lines part paragraphs. May have `{name}`, `{event}`, `{when}`, `{where}`, `{order}`, `{site}`. */
body: string
}

export type MakePlanRequest = {
/** What is planned; each kind has its own members. */
kind: "refunds" | "message" | "tickets"
/** `refunds`: the event whose places are given back. `tickets`: the event whose tickets are changed; who may change tickets of the whole site may leave it out. */
event?: number
/** `refunds` and `tickets`: only these tickets, or places of them. Unless sent, all of the event. */
tickets?: (number)[]
/** `tickets`: the new price, in the currency of each ticket. */
price?: string
/** `tickets`: how much more each costs; with a minus how much less. */
price_by?: string
/** `tickets`: how many per cent more each costs; with a minus less. Rounded to the smallest unit. */
price_percent?: string
/** `tickets`: how many of each there are, for tickets with their own places. */
capacity?: number
/** `tickets`: the most that one order may have of each. */
max_per_order?: number
/** `refunds`: `paid` (unless said) completed orders; `unpaid` orders that wait for their payment, which are given up. */
whom?: "paid" | "unpaid"
/** `refunds`: `all` (unless said) places with their fees; `without_fees`; `keep_fixed` and `keep_percent` all but `keep`; `nothing`: the places end, and the money stays. */
give?: "all" | "without_fees" | "keep_fixed" | "keep_percent" | "nothing"
/** With `keep_fixed` what is kept of each place, in the currency of the order; with `keep_percent` the per cent that are kept. */
keep?: string
/** `refunds`: `paid` (unless said) at the provider, as it was paid, and by hand where that cannot be; `by_hand`: a list of sums for somebody to give back. */
how?: "paid" | "by_hand"
/** `refunds`: buyers are asked by mail, and choose until the end of this day on the clock of the event: the money back, the money given to you, or their tickets kept for the new date of an event that is not called off. */
choice_until?: string
/** With `choice_until`: what counts for who does not choose; `refund` unless said. */
otherwise?: "refund" | "donate" | "keep"
/** `refunds`: places that somebody came in with stay (`skip`, unless said), or are given back too. */
checked_in?: "skip" | "include"
/** `refunds`: why, for the history of the orders. */
reason?: string
/** `message`: `attendees` writes to holders, and to the buyer of a place without an address; `orders` to purchasers. */
list?: "attendees" | "orders"
/** `message`: the query of the list, such as `filter.event=3&filter.checked_in=false`; at most 20,000 rows. */
query?: string
/** `message`: what is written. A guest gets the text in the language of the order, else in that of the site, else the first. */
texts?: (MessageText)[]
/** `refunds`: a word to the buyers, which the mail about each refund carries. */
message?: string
}

export type PlanSum = {
/** Whether a run does it, somebody by hand, or nobody. */
action: "do" | "by_hand" | "skip"
/** Why it is left out or done by hand, as a word; filter rows by it. */
reason: string | null
/** The same as a sentence that says what to do; empty without a reason. */
because: string
/** How the orders were paid, or `by_hand`. */
method: string | null
/** ISO 4217; null where no money is concerned. */
currency: string | null
/** Rows of the plan. */
rows: number
/** Places, tickets or mails. */
count: number
/** Their sum, in major units with all decimals. */
amount: string | null
}

export type PlanSummary = {
/** Rows of the plan. */
rows: number
/** Rows that a run does. */
to_do: number
/** Rows that somebody does by hand. */
by_hand: number
/** Rows that are left out. */
left_out: number
/** Rows that are alike. */
sums: (PlanSum)[]
/** What to think of before the run. */
warnings: (string)[]
}

export type PlanPreview = {
/** The language. */
language: string
/** The subject of the mail. */
subject: string
/** Its text, without greeting and links. */
body: string
}

export type Plan = {
/** The id of the plan. */
id: number
/** What is planned. */
kind: "refunds" | "message" | "tickets"
/** The event that it is of; null for several. */
event: number | null
/** When it was made, ISO 8601 in UTC. */
created_at: string
/** When it ends: an hour later, ISO 8601 in UTC. */
expires_at: string
/** The run that was begun with it; null for none. */
run: number | null
/** The address of its rows. */
rows: string
summary: PlanSummary
/** `message`: the mail in each language as its first guest would read it; empty for other kinds. */
previews: (PlanPreview)[]
}

export type PlannedTicketChange = {
/** What of the ticket is changed. */
member: "price" | "capacity" | "max_per_order"
/** What it was when the plan was made. */
from: string
/** What it becomes. */
to: string
}

export type PlannedRow = {
/** Its number in the plan. */
n: number
/** The id of the order; of a message to attendees, of the attendee; of a change of tickets, of the ticket. */
subject: number
/** Who bought it, or what the ticket is called. */
name?: string
/** Of a ticket the title of its event. */
title?: string
/** The address; needs `contacts.read`. */
email?: string
/** Whether a run does it, somebody by hand, or nobody. */
action: "do" | "by_hand" | "skip"
/** Why not, as a word. */
reason: string | null
/** The same as a sentence; empty without a reason. */
because: string
/** `tickets`: what is changed; empty for other kinds, and for what is left out. */
changes: (PlannedTicketChange)[]
/** What is planned to go back, in major units with all decimals. */
amount: string | null
/** ISO 4217; null where no money is concerned. */
currency: string | null
/** How the order was paid, or `by_hand`. */
method: string | null
}

export type PlannedRows = {
/** In the order of the run. */
rows: (PlannedRow)[]
/** The `after` of the next page of rows; null on the last. */
next: number | null
}

export type StartRunRequest = {
/** The id of a plan of yours that has not ended. */
plan: number
/** The run rests when so many are done; `continue` does the others. */
first?: number
}

export type RunOutcome = {
/** What became of them. */
state: "waiting" | "doing" | "done" | "failed" | "skipped" | "by_hand"
/** Why, as a word; filter items by it. */
reason: string | null
/** The same as a sentence that says what to do; empty without a reason. */
because: string
/** ISO 4217; null where no money is concerned. */
currency: string | null
/** Items. */
items: number
/** What was planned for them, in major units with all decimals. */
amount: string | null
/** The address of these items. */
rows: string
}

export type RunControl = {
/** ISO 4217. */
currency: string
/** What was planned, in major units with all decimals. */
planned: string
/** What refunds give back, those that are promised included, in major units with all decimals. */
returned: string
/** What was left out, or left with you by buyers, in major units with all decimals. */
skipped: string
/** What failed, in major units with all decimals. */
failed: string
/** What waits for somebody to give it back by hand, in major units with all decimals. */
by_hand: string
/** What is still to be done, in major units with all decimals. */
open: string
/** What is not explained: always 0, or something is wrong, in major units with all decimals. */
difference: string
}

export type Run = {
/** The id of the run. */
id: number
/** The id of the plan. */
plan: number
/** What it does. */
kind: "refunds" | "message" | "tickets"
/** The event that it is of; null for several. */
event: number | null
/** `paused` rests until somebody continues it; `stopping` lets what is being done end; `stopped` and `done` are over. */
state: "running" | "paused" | "stopping" | "stopped" | "done"
/** Why it rests, as a word; null unless it does. */
paused_by: string | null
/** The same as a sentence that says what to do; empty unless it rests. */
because: string
/** When it began, ISO 8601 in UTC. */
created_at: string
/** When it was over; null before. */
ended_at: string | null
/** Whether you began it: only then you can continue it. */
yours: boolean
/** Items. */
items: number
/** Items with an outcome. */
ended: number
/** Items by what became of them. */
outcomes: (RunOutcome)[]
/** By currency: planned = returned + skipped + failed + by hand + open. */
control: (RunControl)[]
}

export type RunOfList = {
/** The id of the run. */
id: number
/** The id of the plan. */
plan: number
/** What it does. */
kind: "refunds" | "message" | "tickets"
/** The event that it is of; null for several. */
event: number | null
/** `paused` rests until somebody continues it; `stopping` lets what is being done end; `stopped` and `done` are over. */
state: "running" | "paused" | "stopping" | "stopped" | "done"
/** Why it rests, as a word; null unless it does. */
paused_by: string | null
/** The same as a sentence that says what to do; empty unless it rests. */
because: string
/** When it began, ISO 8601 in UTC. */
created_at: string
/** When it was over; null before. */
ended_at: string | null
/** Whether you began it: only then you can continue it. */
yours: boolean
}

export type ListRunsResponse = {
/** The latest hundred of your events, the latest first. */
runs: (RunOfList)[]
}

export type RunItem = {
/** Its number in the plan. */
n: number
/** The id of the order; of a message to attendees, of the attendee; of a change of tickets, of the ticket. */
subject: number
/** Who bought it, or what the ticket is called. */
name?: string
/** Of a ticket the title of its event. */
title?: string
/** The address; needs `contacts.read`. */
email?: string
/** What became of it. */
state: "waiting" | "doing" | "done" | "failed" | "skipped" | "by_hand"
/** Why, as a word. */
reason: string | null
/** The same as a sentence that says what to do; empty without a reason. */
because: string
/** `tickets`: what is changed; empty for other kinds, and for what is left out. */
changes: (PlannedTicketChange)[]
/** What is planned to go back, in major units with all decimals. */
amount: string | null
/** ISO 4217; null where no money is concerned. */
currency: string | null
/** How the order was paid, or `by_hand`. */
method: string | null
/** The refund of the order that gives the money back. */
refund: number | null
/** When it got its outcome. */
ended_at: string | null
}

export type RunItems = {
/** In the order of the plan. */
items: (RunItem)[]
/** The `after` of the next page of items; null on the last. */
next: number | null
}

export type DeskTile = {
/** The id of the ticket. */
ticket: number
/** What it is called. */
name: string
/** What one costs with its fees, in major units with all decimals. */
price: string
/** Places that are left; null without a limit. */
left: number | null
/** Whether buyers can have it now; the desk sells it anyway. */
on_sale: boolean
}

export type CompCount = {
/** How many places may be given away; null for any number. */
quota: number | null
/** Places that are given away. */
used: number
}

export type Desk = {
/** The id of the event. */
event: number
/** Its title. */
title: string
/** When it starts, in its zone, YYYY-MM-DD HH:MM:SS. */
start: string
/** ISO 4217. */
currency: string
/** Decimals of the currency. */
decimals: number
/** Whether the site takes cash. */
cash: boolean
/** The smallest coin: what is paid in cash is rounded to it, in major units with all decimals. */
cash_step: string
/** Why nothing is sold, such as `cancelled`; null otherwise. */
refused: string | null
/** Its tickets, in their order. */
tiles: (DeskTile)[]
comps: CompCount
}

export type DeskSaleLine = {
/** What it is. */
name: string
/** How many. */
quantity: number
/** What they cost; fees and rounding are lines of their own, in major units with all decimals. */
amount: string
}

export type DeskTicket = {
/** The id of the attendee. */
attendee: number
/** What the ticket is called. */
ticket: string
}

export type DeskSale = {
/** The id of the order. */
order: number
/** The event. */
event: number | null
/** Where the order stands. */
status: string
/** ISO 4217. */
currency: string
/** What it costs, in major units with all decimals. */
total: string
/** What of the total is the rounding to coins, in major units with all decimals. */
rounding: string
/** What was handed over, as this request said. */
given: string | null
/** What goes back to the buyer of it. */
change: string | null
/** The last day for its payment, YYYY-MM-DD. */
pay_by: string | null
/** For whom; empty for nobody. */
name: string
/** As on a receipt. */
lines: (DeskSaleLine)[]
/** What the charge contains of each tax rate, after what was given back (contract 43.4). */
taxes: (TaxSum)[]
/** The places. */
tickets: (DeskTicket)[]
/** The page of the order, which shows its tickets to whoever has this address. */
order_url: string
/** When, ISO 8601 in UTC. */
created_at: string
}

export type DeskLine = {
/** A ticket of the event. */
ticket: number
/** How many places. */
quantity: number
}

export type SellAtDeskRequest = {
/** The event. */
event: number
/** What is taken; each ticket once. */
lines: (DeskLine)[]
/** `cash`, or `terminal`: paid at a card terminal of your own. */
method: "cash" | "terminal"
/** A till of yours that is open. */
till: number
/** The total that the screen shows; another one is refused. */
expected_total: string
/** Cash that was handed over; the answer says the change. */
given?: string
/** The number on the slip of the terminal. */
reference?: string
/** For whom. None is needed. */
name?: string
/** Where the tickets are mailed. None is needed. */
email?: string
}

export type GiveCompsRequest = {
/** The event. */
event: number
/** What is taken; each ticket once. */
lines: (DeskLine)[]
/** Why they are given away. */
reason: "artist" | "press" | "partner" | "staff" | "companion" | "goodwill" | "other"
/** The same in words. */
note?: string
/** For whom. None is needed. */
name?: string
/** Where the tickets are mailed. None is needed. */
email?: string
}

export type SetCompQuotaRequest = {
/** How many places of the event may be given away in all; null for any number. */
places: number | null
}

export type SetCompQuotaResponse = {
/** The id of the event. */
event: number
/** How many places may be given away; null for any number. */
quota: number | null
/** Places that are given away. */
used: number
}

export type OrderByInvoiceRequest = {
/** The event. */
event: number
/** What is taken; each ticket once. */
lines: (DeskLine)[]
/** The total that the screen shows; another one is refused. */
expected_total: string
/** The last day for the payment, YYYY-MM-DD. */
pay_by: string
/** Who pays. */
name: string
/** Where mails go. */
email?: string
}

export type TakeDeskPaymentRequest = {
/** How it was paid. */
method: "bank" | "cash" | "terminal"
/** What the bank or the terminal calls the payment. */
reference?: string
/** The open till of yours that took it; needed for `cash` and `terminal`. */
till?: number
}

export type TillOfList = {
/** The id of the till. */
id: number
/** Given at closing, without a gap over all tills of the site. */
number: number | null
/** Which till it is. */
name: string
/** The event it sells for; null for all. */
event: number | null
/** ISO 4217. */
currency: string
/** Whether it sells. */
open: boolean
/** Whether you opened it: nobody else sells with it. */
yours: boolean
/** Who opened it. */
opened_by: string | null
/** When, ISO 8601 in UTC. */
opened_at: string
/** Who closed it; null while it is open. */
closed_by: string | null
/** When it was closed, ISO 8601 in UTC; null while it is open. */
closed_at: string | null
}

export type ListTillsResponse = {
/** Yours, and those of everybody where you have `money.read`: at an event its own, for the site all; the latest first. */
tills: (TillOfList)[]
/** Whether the site takes cash. */
cash: boolean
/** What was counted in your last till; null before the first one. */
proposed_float: string | null
}

export type TillSum = {
/** What went through the till. */
kind: "float" | "sale" | "refund" | "paid_in" | "paid_out" | "drop" | "correction"
/** Cash, or a card terminal. */
method: "cash" | "terminal"
/** Moves. */
moves: number
/** Their sum; what was taken out is negative, in major units with all decimals. */
amount: string
}

export type TillMove = {
/** Its number in the till, without gaps. */
n: number
/** What went through the till. */
kind: "float" | "sale" | "refund" | "paid_in" | "paid_out" | "drop" | "correction"
/** Cash, or a card terminal. */
method: "cash" | "terminal"
/** What was taken in, or (negative) taken out, in major units with all decimals. */
amount: string
/** The order that was sold or voided. */
order: number | null
/** Why. */
reason: string
/** Who saw it. */
witness: string
/** Who did it. */
by: string | null
/** When, ISO 8601 in UTC. */
at: string
}

export type Till = {
/** The id of the till. */
id: number
/** Given at closing, without a gap over all tills of the site. */
number: number | null
/** Which till it is. */
name: string
/** The event it sells for; null for all. */
event: number | null
/** ISO 4217. */
currency: string
/** Whether it sells. */
open: boolean
/** Whether you opened it: nobody else sells with it. */
yours: boolean
/** Who opened it. */
opened_by: string | null
/** When, ISO 8601 in UTC. */
opened_at: string
/** Who closed it; null while it is open. */
closed_by: string | null
/** When it was closed, ISO 8601 in UTC; null while it is open. */
closed_at: string | null
/** Sales that were not voided. */
sales: number
/** What it should hold. While it is open only for callers with `money.read`: whoever counts it is not told before. */
expected: string | null
/** What was counted; null while it is open, and if nobody counted. */
counted: string | null
/** Counted less expected, with its sign. */
difference: string | null
/** How many of each note and coin. */
counts: {
[name: string]: number
} | null
/** What the slip of the terminal said at closing. */
terminal: string | null
/** What explains a difference. */
note: string
/** Who took it over at closing; empty for nobody. */
handed_to: string
/** What went through it, added up; null like `expected`. */
sums: (TillSum)[] | null
/** Everything that went through it. */
moves: (TillMove)[]
}

export type OpenTillRequest = {
/** Which till it is, such as `Main desk`. */
name: string
/** The event it sells for. Unless sent, for all of yours. */
event?: number
/** What was counted into it before the first sale. */
float: string
}

export type MoveTillCashRequest = {
/** `paid_in` and `paid_out` with their reason; `drop`: taken to the safe; `correction`: what was noted wrong before. */
kind: "paid_in" | "paid_out" | "drop" | "correction"
/** Above 0; only a correction may be negative. */
amount: string
/** Why. */
reason: string
/** Who saw it, for a drop. */
witness?: string
}

export type VoidDeskSaleRequest = {
/** An order that this till sold. */
order: number
/** Why. */
reason: string
}

export type CloseTillRequest = {
/** What is in the till. Left out by whoever closes a forgotten one: it is then `not counted`. */
counted?: string
/** How many of each note and coin, by its value, such as `{"50.00": 3}`. */
counts?: {
[name: string]: number
}
/** The sum on the terminal's own slip, to compare. */
terminal?: string
/** What explains a difference. */
note?: string
/** Who takes the till over. */
handed_to?: string
}

export type DeskBatch = {
/** The id of the order of the batch. */
id: number
/** The id of the event. */
event: number
/** The id of the ticket. */
ticket: number
/** What the ticket is called. */
name: string
/** Who sells them or gives them out. */
place: string
/** Places that were printed. */
places: number
/** Places that did not come back. */
left: number
/** Places whose holder came in. */
inside: number
/** Where the order stands: `pending` until it is paid. */
status: string
/** ISO 4217. */
currency: string
/** What the places cost that did not come back, in major units with all decimals. */
total: string
/** The last day for the payment, YYYY-MM-DD; null where it is given away. */
pay_by: string | null
/** Why it is given away. */
reason: string | null
/** When, ISO 8601 in UTC. */
created_at: string
}

export type ListDeskBatchesResponse = {
/** The latest first. */
batches: (DeskBatch)[]
}

export type MakeDeskBatchRequest = {
/** The event. */
event: number
/** A ticket of the event. */
ticket: number
/** How many places. */
n: number
/** Who sells them or gives them out, such as a shop. */
place: string
/** On account: the last day for the payment of what was sold, YYYY-MM-DD. */
pay_by?: string
/** With `pay_by`: the total that the screen shows; another one is refused. */
expected_total?: string
/** Given away: why. Instead of `pay_by`. */
reason?: "artist" | "press" | "partner" | "staff" | "companion" | "goodwill" | "other"
/** With `reason`: the same in words. */
note?: string
}

export type ReturnUnsoldTicketsRequest = {
/** What the QR pictures of the tickets have, or the eight letters below them. */
codes: (string)[]
}

export type DeskOrder = {
/** The id of the order. */
id: number
/** Where the order stands. */
status: string
/** For whom; empty for nobody. */
name: string
/** Its valid places. */
places: number
/** What it costs, in major units with all decimals. */
total: string
/** What the desk takes for it; 0 where nothing is owed, in major units with all decimals. */
owed: string
/** The same as coins can pay it, which is what is taken in cash, in major units with all decimals. */
owed_in_cash: string
/** ISO 4217. */
currency: string
/** The last day for its payment, YYYY-MM-DD. */
pay_by: string | null
}

export type ListDeskOrdersResponse = {
/** At most 200, the one due first. */
orders: (DeskOrder)[]
}

export type TaxRate = {
/** The id of the rate. */
id: number
/** What buyers and accountants read, such as `VAT`. */
name: string
/** How invoices name it: `S` standard, `Z` zero, `E` exempt, `AE` reverse charge, `O` outside the scope, `G` export. */
code: "S" | "Z" | "E" | "AE" | "O" | "G"
/** Per cent that a price contains, with up to two decimals. More than 0 with `S`, and 0 with every other code. */
percent: string
/** Whether it is the rate of tickets that name none. A new default takes the place of the last one. */
is_default: boolean
/** It counts for orders made from then on, ISO 8601 in UTC. */
created_at: string
}

export type TaxRateList = {
/** In the order in which they were made. */
rates: (TaxRate)[]
}

export type CreateTaxRateRequest = {
/** What buyers and accountants read, such as `VAT`. */
name: string
/** How invoices name it: `S` standard, `Z` zero, `E` exempt, `AE` reverse charge, `O` outside the scope, `G` export. */
code?: "S" | "Z" | "E" | "AE" | "O" | "G"
/** Per cent that a price contains, with up to two decimals. More than 0 with `S`, and 0 with every other code. */
percent: string
/** Whether it is the rate of tickets that name none. A new default takes the place of the last one. */
is_default?: boolean
}

export type UpdateTaxRateRequest = {
/** What buyers and accountants read, such as `VAT`. */
name?: string
/** How invoices name it: `S` standard, `Z` zero, `E` exempt, `AE` reverse charge, `O` outside the scope, `G` export. */
code?: "S" | "Z" | "E" | "AE" | "O" | "G"
/** Per cent that a price contains, with up to two decimals. More than 0 with `S`, and 0 with every other code. */
percent?: string
/** Whether it is the rate of tickets that name none. A new default takes the place of the last one. */
is_default?: boolean
}

export type TicketTaxRate = {
/** The id of the ticket. */
ticket: number
/** The rate that it names; null where the default counts. */
rate: number | null
}

export type SetTicketTaxRateRequest = {
/** The id of the rate; null, or left out, to name none. */
rate?: number | null
}

export type FeeTaxRate = {
/** The id of the fee. */
fee: number
/** The rate that it names; null where that of the ticket counts. */
rate: number | null
}

export type CouponLimits = {
/** Events whose tickets the discount counts for. */
events: (number)[]
/** Tickets that the discount counts for. */
tickets: (number)[]
/** Hidden tickets that it opens. */
opens: (number)[]
/** What an order must come to; null is nothing. */
min_total: string | null
/** The currency of that; null without it. */
min_total_currency: string | null
/** For how many places in all; null is unlimited. */
max_places: number | null
/** For how many places in one order; null is unlimited. */
max_places_per_order: number | null
/** How many orders with one e-mail address; null is unlimited. */
per_person: number | null
/** A word by which reports group coupons; blank without one. */
tag: string
/** For how many places it was ordered. */
places_ordered: number
/** For how many places carts hold it. */
places_held: number
}

export type ListedCode = {
/** The id of the coupon. */
id: number
/** What buyers type. */
slug: string
/** The name that staff see. */
name: string
/** A percentage of the total, or an amount. */
sub_type: "percent" | "flat"
/** Percentage points or units of the currency. */
amount: number
/** The same with six decimals. */
raw_amount: string
/** The currency of a flat amount, which counts only in carts of that currency. */
currency: string | null
/** Only active coupons can be used. */
status: "active" | "inactive" | "draft"
/** Valid from, YYYY-MM-DD HH:MM:SS in the site's time zone; null is at once. */
start_time: string | null
/** Valid until, YYYY-MM-DD HH:MM:SS in the site's time zone; null is for ever. */
end_time: string | null
/** How often it can be used; null is unlimited. */
usage_limit: number | null
/** The number of orders that used it, refunded ones excepted. */
used: number
limits?: CouponLimits
/** How many orders are left, without those that carts hold; null is unlimited. */
orders_left: number | null
/** How many places are left, without those that carts hold; null is unlimited. */
places_left: number | null
/** The batch that it is of; null without one. */
batch: number | null
/** The page of its event, with the code; null for a code of several events or of all. */
link: string | null
}

export type EventOfCodes = {
/** The id of the event. */
id: number
/** Its title. */
title: string
}

export type TicketOfCodes = {
/** The id of the ticket. */
id: number
/** The id of its event. */
event: number
/** Its name. */
name: string
/** Whether only a code shows it. */
hidden: boolean
}

export type CodeList = {
/** Coupons, the newest first. */
coupons: (ListedCode)[]
/** The events that they name. */
events: (EventOfCodes)[]
/** The tickets that they name. */
tickets: (TicketOfCodes)[]
/** Send it as `after` for the next rows; null at the end. */
next: number | null
}

export type CreateCouponBatchRequest = {
/** The coupon whose terms and limits every code has. */
template: number
/** The tag of every code; without it that of the coupon. */
tag?: string
/** How many codes. */
count: number
/** What each code begins with: letters, digits, `-`, `_` and points. */
prefix?: string
}

export type CouponBatch = {
/** The id of the batch. */
id: number
/** What its codes begin with; blank for codes that came as a list. */
prefix: string
/** The code after which they were made, as it was called then. */
template: string
/** The tag that they were made with; blank without one. */
tag: string
/** How many codes it has. */
codes: number
/** How many of them are active. */
active: number
/** How many orders use them. */
orders: number
/** When they were made, ISO 8601 in UTC. */
created_at: string
}

export type CouponBatchList = {
/** The newest first. */
batches: (CouponBatch)[]
/** Send it as `after` for the next rows; null at the end. */
next: number | null
}

export type UpdateCouponBatchRequest = {
/** `inactive`: nobody can use its codes any more, until they are active again. */
status: "active" | "inactive"
}

export type ImportCouponBatchRequest = {
/** The coupon whose terms and limits every code has. */
template: number
/** The tag of every code; without it that of the coupon. */
tag?: string
/** The list as text: a column `code`, and `name` where codes have one; at most 1000 lines. */
csv: string
/** Only say what would become of each line. */
dry_run?: boolean
}

export type RefusedCode = {
/** The number of the line in the file. */
line: number
/** The code on it. */
code: string
/** Why it is none. */
reason: string
}

export type BroughtCoupons = {
/** What was made; null after a dry run, and when there was nothing. */
batch: CouponBatch | null
/** Lines that became a code, or would. */
made: number
/** Lines that are refused; the others are made all the same. */
refused: (RefusedCode)[]
}

export type Message = {
/** The id of the mail. */
id: number
/** What the mail is about. */
kind: "order.confirmed" | "ticket.issued" | "order.pending" | "order.failed" | "order.refunded" | "order.choice" | "order.asked" | "order.links" | "ticket.transferred" | "ticket.returned" | "event.changed" | "event.cancelled" | "event.postponed" | "event.reminder" | "guests.message" | "account.reset" | "account.invited" | "account.confirm" | "test"
/** What became of the mail. */
state: "queued" | "sending" | "sent" | "captured" | "failed" | "suppressed" | "bounced" | "withdrawn" | "withheld"
/** Whom it goes to; blank after the address was erased. */
recipient: string
/** The language it is written in, e.g. `de`. */
locale: string
/** Empty until it was made. */
subject: string
/** The order it is about. */
order_id: number | null
/** The event it is about. */
event_id: number | null
/** The attendee it is about. */
attendee_id: number | null
/** Attempts to send it. */
attempts: number
/** When it is due, ISO 8601 in UTC. */
send_at: string
/** When there was a reason for it, ISO 8601 in UTC. */
created_at: string
/** When it left, ISO 8601 in UTC. */
sent_at: string | null
/** When it came back, ISO 8601 in UTC. */
bounced_at: string | null
/** Its Message-ID header. */
message_id: string | null
/** Its size in bytes. */
bytes: number | null
/** The mail server's reply code. */
smtp_code: number | null
/** The mail server's words. */
response: string | null
/** Why it did not leave. */
error: string | null
}

export type ListMessagesResponse = {
/** The newest first. */
messages: (Message)[]
/** Whether there are older ones. */
more: boolean
}

export type SendTestMessageRequest = {
/** Whom the test goes to. */
to: string
}

export type CreateBounceRequest = {
/** The whole mail. */
raw: string
}

export type CreateBounceResponse = {
/** What it says of the mail that was sent; `unknown` belongs to none of ours. */
outcome: "bounced" | "delayed" | "unknown"
}

export type DeleteSuppressionRequest = {
/** The address. */
email: string
/** What is lifted, as the list has it. Without it `all`: mail to the address came back. What the recipient unsubscribed from stays. */
scope?: string
}

export type SecondFactor = {
/** Whether signing in takes a code. */
enabled: boolean
/** Null without a second factor. */
since: string | null
/** Recovery codes that were not used. */
recovery_codes_left: number
/** Whether the site demands one of this person; without it the browser only reads. */
demanded: boolean
}

export type BegunSecondFactor = {
/** For typing into an authenticator app. Told until a code has confirmed it. */
secret: string
/** The same as `otpauth://` address, for a QR code. */
uri: string
}

export type ConfirmSecondFactorRequest = {
/** A code of the app, or a recovery code; blanks and dashes are ignored. */
code: string
}

export type RecoveryCodes = {
/** Each opens the account once, in place of a code. Shown in this answer and never again. */
recovery_codes: (string)[]
}

export type RemoveSecondFactorRequest = {
/** The password, if the account has one. */
password?: string
/** A code of the app, or a recovery code; blanks and dashes are ignored. */
code: string
}

export type BooksSummary = {
/** Everything that happened before this moment is counted, ISO 8601 in UTC. */
as_of: string
/** One for each currency, and with `by=event` for each event; simulated payments apart. */
groups: ({
/** The id of the event; null without `by=event`. */
event: number | null
/** The currency of all amounts, ISO 4217. */
currency: string
/** Whether the sandbox simulated the payments: no money moved. */
simulated: boolean
/** Tickets that were sold, in major units with all decimals. */
sales: string
/** Fees, in major units with all decimals. */
fees: string
/** What coupons took off, as a negative amount, in major units with all decimals. */
discounts: string
/** What rounding to amounts that the provider can move added or took off, in major units with all decimals. */
rounding: string
/** What is owed no more because it was given back, as a negative amount, in major units with all decimals. */
returns: string
/** All of these together, in major units with all decimals. */
charged: string
/** What came in, in major units with all decimals. */
payments: string
/** What was given back, as a negative amount, in major units with all decimals. */
refunds: string
/** What banks took back and did not return, as a negative amount, in major units with all decimals. */
disputes: string
/** These three together: the money that is here, in major units with all decimals. */
paid: string
/** `charged` less `paid`: what buyers still owe, or, negative, what is owed to them, in major units with all decimals. */
open: string
/** The money by the way of paying. */
methods: ({
/** How it was paid. */
method: "card" | "wallet" | "sandbox" | "cash" | "terminal" | "bank" | "voucher" | "none"
/** What came in, in major units with all decimals. */
payments: string
/** What was given back, as a negative amount, in major units with all decimals. */
refunds: string
/** What banks took back, as a negative amount, in major units with all decimals. */
disputes: string
})[]
/** Entries that were added up. */
entries: number
})[]
}

export type ListPaymentAccountsResponse = {
/** Whether payments are simulated: no money moves. */
sandbox: boolean
/** One for each way of paying. */
accounts: ({
/** How buyers pay. */
way: "card" | "wallet"
/** The name of the provider. */
provider: string
/** What names the account: a setting of the environment, or a connection; null without one. */
by: "setting" | "connection" | null
/** The provider's id of a connected account; null where a setting decides. */
account: string | null
/** Whether money moves; null without an account. */
mode: "live" | "test" | null
})[]
}

export type MailText = {
/** The kind of mail. */
kind: "order.confirmed" | "ticket.issued" | "order.pending" | "order.failed" | "order.refunded" | "ticket.transferred" | "event.changed" | "event.cancelled" | "event.postponed" | "event.reminder"
/** The language of its recipient. */
locale: "en" | "de" | "nb" | "fr" | "es"
/** Empty where the usual one stays. */
subject: string
/** Empty where there is none. */
intro: string
/** When it was saved, ISO 8601 in UTC. */
updated_at: string
}

export type ListMailTextsResponse = {
/** By kind and language. */
texts: (MailText)[]
/** What may stand in braces, by kind of mail. */
placeholders: {
[name: string]: (string)[]
}
}

export type UpdateMailTextRequest = {
/** Instead of the usual subject; empty for the usual one. */
subject?: string
/** What stands before the usual sentences; blank lines part paragraphs. Placeholders stand in braces: {name}. */
intro?: string
}

export type OrderRow = {
/** The number of the order, its id. */
number?: number | null
/** When it was placed, ISO 8601 in UTC. */
created?: string | null
/** When it was paid; empty before, ISO 8601 in UTC. */
completed?: string | null
/** What became of it: paid, open, failed, cancelled, refunded, reversed. */
status?: string | null
/** The purchaser, or else the first attendee with a name and how many others there are. */
who?: string | null
/** The purchaser's name. */
name?: string | null
/** The purchaser's e-mail address. Needs `contacts.read`. */
email?: string | null
/** The titles of its events. */
events?: string | null
/** Its tickets, such as `2 × Stalls, 1 × Box`. */
tickets?: string | null
/** How many places it has, less those given back. */
places?: number | null
/** How it is paid: card, wallet, sandbox, free, staff. */
method?: string | null
/** The currency of its amounts. */
currency?: string | null
/** Its tickets, in major units with all decimals. Needs `money.read`. */
subtotal?: string | null
/** Its fees, in major units with all decimals. Needs `money.read`. */
fees?: string | null
/** What coupons took off, in major units with all decimals. Needs `money.read`. */
discount?: string | null
/** What it costs, in major units with all decimals. Needs `money.read`. */
total?: string | null
/** What was paid, in major units with all decimals. Needs `money.read`. */
paid?: string | null
/** What was given back, in major units with all decimals. Needs `money.read`. */
refunded?: string | null
/** The id of the payment at its provider; empty where other events are part of the order. */
reference?: string | null
/** The buyer's language, where it is known. */
language?: string | null
/** How many required answers it came in without and still lacks. */
answers_missing?: number | null
}

export type OrderRows = {
/** In the order of the sort. */
rows: (OrderRow)[]
/** The `cursor` of the next page; null on the last. A page with fewer rows than asked for may have a next one. */
next: string | null
/** The rows of all pages, with `count=exact`. */
count?: number
}

export type AttendeeRow = {
/** The number of the place, the id of the attendee. */
number?: number | null
/** The attendee's name; empty where none was given. */
name?: string | null
/** The attendee's e-mail address. Needs `contacts.read`. */
email?: string | null
/** The title of the event. */
event?: string | null
/** The id of the event. */
event_id?: number | null
/** The name of the ticket. */
ticket?: string | null
/** The number of the order; empty for places without one. */
order?: number | null
/** The purchaser's name. */
purchaser?: string | null
/** The purchaser's e-mail address. Needs `contacts.read`. */
purchaser_email?: string | null
/** Whether the place is good: valid, open, declined, ended. */
status?: string | null
/** When the attendee came in; empty for those outside, ISO 8601 in UTC. */
checked_in?: string | null
/** The device at which the attendee came in. */
gate?: string | null
/** The currency of the price. */
currency?: string | null
/** The price of the place, in major units with all decimals. Needs `money.read`. */
price?: string | null
/** The security code of the ticket. Needs `attendees.write`. */
code?: string | null
/** How many required answers its order came in without and still lacks. */
answers_missing?: number | null
/** When the place was sold or given, ISO 8601 in UTC. */
created?: string | null
}

export type AttendeeRows = {
/** In the order of the sort. */
rows: (AttendeeRow)[]
/** The `cursor` of the next page; null on the last. A page with fewer rows than asked for may have a next one. */
next: string | null
/** The rows of all pages, with `count=exact`. */
count?: number
}

export type EventRow = {
/** The id of the event. */
number?: number | null
/** Its title. */
title?: string | null
/** When it begins, ISO 8601 in UTC. */
starts?: string | null
/** When it ends, ISO 8601 in UTC. */
ends?: string | null
/** When it begins, on the clock of its place. */
starts_local?: string | null
/** The time zone of its place. */
timezone?: string | null
/** Where its page stands: publish, future, draft, pending, private, trash. */
status?: string | null
/** Whether it takes place: scheduled, cancelled, postponed. */
happening?: string | null
/** The name of its venue. */
venue?: string | null
/** The city of its venue. */
city?: string | null
/** Places that are sold or given. Needs `reports.read`. */
sold?: number | null
/** Attendees who are inside. Needs `reports.read`. */
checked_in?: number | null
}

export type EventRows = {
/** In the order of the sort. */
rows: (EventRow)[]
/** The `cursor` of the next page; null on the last. A page with fewer rows than asked for may have a next one. */
next: string | null
/** The rows of all pages, with `count=exact`. */
count?: number
}

export type PaymentRow = {
/** The number of the payment. */
number?: number | null
/** When it was made, ISO 8601 in UTC. */
at?: string | null
/** The number of the order. */
order?: number | null
/** The purchaser's name. Needs `orders.read`. */
who?: string | null
/** The purchaser's e-mail address. Needs `contacts.read`. */
email?: string | null
/** The titles of the events of its order. */
events?: string | null
/** How it was made: card, wallet, sandbox, cash, terminal, bank, voucher, none. */
method?: string | null
/** The currency of its amounts. */
currency?: string | null
/** What was paid, in major units with all decimals. */
amount?: string | null
/** What of the order was given back in the same way, in major units with all decimals. */
refunded?: string | null
/** What banks took back of the order and did not return, in major units with all decimals. */
disputed?: string | null
/** Its id at the provider; empty where other events are part of the order. */
reference?: string | null
}

export type PaymentRows = {
/** In the order of the sort. */
rows: (PaymentRow)[]
/** The `cursor` of the next page; null on the last. A page with fewer rows than asked for may have a next one. */
next: string | null
/** The rows of all pages, with `count=exact`. */
count?: number
/** With the first page: everything that happened before this moment is listed, ISO 8601 in UTC. */
as_of?: string
}

export type BookEntryRow = {
/** The number of the entry. */
number?: number | null
/** When it happened, ISO 8601 in UTC. */
at?: string | null
/** The title of its event; empty where it belongs to none. */
event?: string | null
/** The id of its event. */
event_id?: number | null
/** The number of the order. */
order?: number | null
/** The purchaser's name. Needs `orders.read`. */
who?: string | null
/** The id of the line of the order; empty where it is about no line. */
line?: number | null
/** What it is: sale, fee, discount, return, payment, refund, dispute, till, rounding. */
kind?: string | null
/** How the order is paid: card, wallet, sandbox, cash, terminal, bank, voucher, none. */
method?: string | null
/** The currency of its amounts. */
currency?: string | null
/** What it adds, or as a negative amount takes away, in major units with all decimals. */
amount?: string | null
/** The amount without tax; empty while no rate is known, in major units with all decimals. */
net?: string | null
/** The tax in the amount; empty while no rate is known, in major units with all decimals. */
tax?: string | null
/** The rate of the tax in per cent; empty while it is unknown. */
tax_rate?: string | null
/** The code of the tax; empty while it is unknown. */
tax_code?: string | null
/** Why there is an entry, such as `order` or `refund`. */
cause?: string | null
/** The id of what caused it. */
cause_id?: number | null
}

export type BookEntryRows = {
/** In the order of the sort. */
rows: (BookEntryRow)[]
/** The `cursor` of the next page; null on the last. A page with fewer rows than asked for may have a next one. */
next: string | null
/** The rows of all pages, with `count=exact`. */
count?: number
/** With the first page: everything that happened before this moment is listed, ISO 8601 in UTC. */
as_of?: string
}

export type Gate = {
/** The id of the gate. */
id: number
/** Its name. */
name: string
/** Where it is; may be blank. */
place: string
/** The tickets that it is for; none is all. */
tickets: (number)[]
}

export type CreateGateRequest = {
/** E.g. `Gate A`. */
name: string
/** Where it is, e.g. `left of the stairs`. */
place?: string
/** The tickets that it is for; none is all. */
tickets?: (number)[]
}

export type UpdateGateRequest = {
/** E.g. `Gate A`. */
name?: string
/** Where it is, e.g. `left of the stairs`. */
place?: string
/** The tickets that it is for; none is all. */
tickets?: (number)[]
}

export type DoorDevice = {
/** The id of the paired phone. */
id: number
/** What staff call it. */
name: string
/** The events at whose doors it works. */
events: (number)[]
/** Whether it may search by name. */
profile: "scan" | "search"
/** The gate it begins at. */
gate: number | null
/** Whether it was paired. */
state: "waiting" | "paired" | "revoked"
/** When the pairing was made, ISO 8601 in UTC. */
created_at: string
/** When it was paired, ISO 8601 in UTC. */
paired_at: string | null
/** When it was last here, to the minute, ISO 8601 in UTC. */
seen_at: string | null
/** When it was revoked, ISO 8601 in UTC. */
revoked_at: string | null
/** The version of the page of the door that it runs. */
app_version: string
/** Scans that it has not sent yet, as it last said. */
unsent: number
/** Its battery in per cent, as it last said. */
battery: number | null
/** The number of its last stored scan. */
last_seq: number
}

export type CreateDoorDeviceRequest = {
/** What staff call the phone, e.g. `Ada, gate A`. */
name: string
/** The events at whose doors it works. */
events: (number)[]
/** The gate it begins at; it can be changed there. */
gate?: number | null
/** What it may do: `scan` (the usual one), or `search` for people by name too, with a network. */
profile?: "scan" | "search"
}

export type DoorPairing = {
/** Works once. Shown in this response only. */
token: string
/** What the phone opens, best as a QR code. The token stands in its fragment. */
url: string
/** Until when it works, ISO 8601 in UTC. */
expires_at: string
}

export type MadeDoorDevice = {
/** The id of the paired phone. */
id: number
/** What staff call it. */
name: string
/** The events at whose doors it works. */
events: (number)[]
/** Whether it may search by name. */
profile: "scan" | "search"
/** The gate it begins at. */
gate: number | null
/** Whether it was paired. */
state: "waiting" | "paired" | "revoked"
/** When the pairing was made, ISO 8601 in UTC. */
created_at: string
/** When it was paired, ISO 8601 in UTC. */
paired_at: string | null
/** When it was last here, to the minute, ISO 8601 in UTC. */
seen_at: string | null
/** When it was revoked, ISO 8601 in UTC. */
revoked_at: string | null
/** The version of the page of the door that it runs. */
app_version: string
/** Scans that it has not sent yet, as it last said. */
unsent: number
/** Its battery in per cent, as it last said. */
battery: number | null
/** The number of its last stored scan. */
last_seq: number
pairing: DoorPairing
}

export type DoorScan = {
/** The number of the scan, without gaps from 1 on. */
seq: number
/** When, by the clock of the phone. */
at: string
/** In is usual. `undo` takes back the scan `of`, or what stands of `attendee`; `stands` says that a scan that waited let somebody in; guests have no ticket. */
kind?: "in" | "out" | "undo" | "stands" | "guest_in" | "guest_out"
/** What was read, where the phone could not judge it itself. */
ticket?: string
/** Whose ticket it is, as the phone read it. */
attendee?: number
/** The generation in the signed code that the phone verified. */
generation?: number
/** Of a code without a signature: its hash, as in the list. */
code?: string
/** Of a door code that was typed: its hash, as in the list. */
typed?: string
/** What the phone showed; `waits` (the usual one) lets somebody in only if the answer says `admitted`. */
verdict?: "admitted" | "repeat" | "refused" | "waits"
/** Why it showed that. */
reason?: string
/** The gate that it was at. */
gate?: number | null
/** The number of the scan that this one is about. */
of?: number
}

export type TakeDoorFileRequest = {
/** The phone, as in the address. */
device: number
/** The event. */
event: number
/** The clock of the phone when it saved the file. */
saved_at: string
/** How far our clock was ahead of the phone’s when they last met, in milliseconds. */
skew_ms: number
/** The scans. */
scans: (DoorScan)[]
/** An HMAC-SHA256 of all the rest under the secret of the phone, in hexadecimal digits. */
seal: string
}

export type DoorFileEnd = {
/** What they are, as in the answer to a phone. */
result: string
/** How many. */
scans: number
}

export type DoorFileTaken = {
/** The scans in the file. */
scans: number
/** How many scans ended in what. */
ends: (DoorFileEnd)[]
}

export type DoorConflict = {
/** The attendee; null for a ticket that we do not know. */
attendee: number | null
/** `used_before`, or why the ticket does not admit. */
reason: string
/** Who was let in. */
second: {
/** When somebody was let in, ISO 8601 in UTC. */
at: string | null
/** The name of the phone; null for other ways to check in. */
device: string | null
/** The name of the gate. */
gate: string | null
}
/** The admission that stands; null where the ticket never admitted. */
first: {
/** When the admission before, ISO 8601 in UTC. */
at: string | null
/** The name of the phone; null for other ways to check in. */
device: string | null
/** The name of the gate. */
gate: string | null
} | null
}

export type SearchHit = {
/** What it is. */
kind: "order" | "attendee" | "event" | "code"
/** The id of the record. */
id: number
/** A name, a title or a code. */
title: string
/** What tells it from others with the same name. */
detail: string
/** The order of an attendee. */
order?: number
/** The address of the record. */
link: string
}

export type SearchHits = {
/** At most twenty, the likeliest first. */
hits: (SearchHit)[]
}

export type AttentionEntry = {
/** What it is. */
kind: "dispute" | "refund_failed" | "refund_pending" | "refund_unplaced" | "run_resting" | "run_left_over" | "till_left_open" | "event_without_account" | "event_without_door" | "mail_bounced" | "pool_nearly_full"
/** With `kind`, its name, for as long as it waits. */
id: string
/** Since when it waits, where that is known. */
since: string | null
/** By when it has to be solved: the answer to a dispute, or the beginning of the event. */
deadline: string | null
/** The events that you see of it. */
events: (number)[]
/** The order that it is about. */
order: number | null
/** The attendee that it is about. */
attendee: number | null
/** The ticket that it is about. */
ticket: number | null
/** The address of the page on which it is solved. */
link: string
}

export type AttentionList = {
/** By kind, and then by deadline. */
entries: (AttentionEntry)[]
}

export type SavedView = {
/** The id of the view. */
id: number
/** The list. */
list: "orders" | "attendees" | "events" | "payments" | "books"
/** What it is called; unique for its owner and list. */
name: string
/** What follows the question mark in the address of the list, such as `filter.status=paid&sort=-created`. */
query: string
/** Whether everybody who may read the list with all that it names sees it, too. */
shared: boolean
/** Whether it is yours. */
own: boolean
/** When it was saved first, ISO 8601 in UTC. */
created_at: string
/** The address of the list. */
link: string
}

export type SavedViews = {
/** By list and name. */
views: (SavedView)[]
}

export type SaveViewRequest = {
/** The list. */
list: "orders" | "attendees" | "events" | "payments" | "books"
/** What it is called; unique for its owner and list. */
name: string
/** What follows the question mark in the address of the list, such as `filter.status=paid&sort=-created`. */
query: string
/** Whether everybody who may read the list with all that it names sees it, too. */
shared?: boolean
}

export type DeletedView = {
/** true. */
deleted: boolean
}

export type CurrentSession = {
/** The id of the sign-in. */
id: number
/** Who is signed in. */
user: {
/** The id of the account. */
id: number
/** Its login. */
login: string
/** Its name, as others see it. */
display_name: string
/** Its role. */
role: "administrator" | "editor" | "author" | "contributor" | "subscriber"
}
/** What this sign-in may do */
capabilities: (string)[]
/** Send it as `X-WP-Nonce` with every write */
nonce: string
/** Signed in within ten minutes, so that it may make lasting credentials */
fresh: boolean
/** Whether the site demands a second factor that this person has not set up; until then the browser only reads. */
second_factor_missing: boolean
}

export type ConfirmSessionRequest = {
/** The password of the account. One without a password gets a mail instead. */
password?: string
/** A code of the second factor, or a recovery code, if the account has one. */
code?: string
}

export type Confirmed = {
/** Whether the ten minutes have begun. */
fresh: boolean
/** Whether a mail brings a link to sign in again: the account has no password. */
mailed: boolean
}

export type OwnSession = {
/** The id of the sign-in. */
id: number
/** As it named itself; may be empty */
browser: string
/** When it signed in, ISO 8601 in UTC */
created_at: string
/** Its last use, to five minutes */
used_at: string
/** When it ends if it is not used any more */
expires_at: string
/** Whether it is the browser that asks */
current: boolean
}

export type EndedSessions = {
/** Browsers that were signed out. */
ended: number
}

export type Session = {
/** The id of the sign-in. */
id: number
/** As it named itself; may be empty */
browser: string
/** When it signed in, ISO 8601 in UTC */
created_at: string
/** Its last use, to five minutes */
used_at: string
/** When it ends if it is not used any more */
expires_at: string
}

export type CreateUserLinkRequest = {
/** `invitation` sets the first password, `reset` a new one and ends application passwords and API keys, `sign-in` opens the account without one */
purpose: "invitation" | "reset" | "sign-in"
}

export type CreateUserLinkResponse = {
/** Works once. Shown in this answer and never again */
url: string
/** What it is for, as asked. */
purpose: "invitation" | "reset" | "sign-in"
/** Until when it works, ISO 8601 in UTC. */
expires_at: string
}

export type Attendee = {
/** The id of the attendee. */
id: number
/** The id of the event. */
post_id: number
/** The id of the ticket. */
ticket_id: number
/** Unique over all sites: host, path and id. */
global_id: string
/** The global ids that it has had; ours have one. */
global_id_lineage: (string)[]
/** The id of the account that bought, as a text; `0` for a guest. */
author: string
/** `publish`, or `trash` for a place that was given back. */
status: string
/** When it was published, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
date: string
/** When it was published, in UTC; zeros before, YYYY-MM-DD HH:MM:SS. */
date_utc: string
/** When it was last changed, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
modified: string
/** When it was last changed, in UTC, YYYY-MM-DD HH:MM:SS. */
modified_utc: string
/** The address of the attendee in this interface. */
rest_url: string
/** The ticket of the place. */
ticket: {
/** The id of the ticket. */
id: number
/** Its name, with HTML escaped. */
title: string
/** Plain text. */
description: string
/** The price in major units, without needless decimals. */
raw_price: string
/** The price, in major units with all decimals. */
formatted_price: string
/** How amounts in its currency are written. */
currency_config: {
/** E.g. `$`. */
symbol: string
/** `prefix` or `postfix`: where the symbol stands. */
placement: string
/** What stands before decimals. */
decimal_point: string
/** What stands between thousands. */
thousands_sep: string
/** Decimals of the currency. */
number_of_decimals: number
}
/** First day of the sale, YYYY-MM-DD; blank for answers to an invitation. */
start_sale: string
/** Last day of the sale, YYYY-MM-DD; blank for answers to an invitation. */
end_sale: string
}
/** Whether public lists omit the attendee. */
optout: boolean
/** The attendee's name. */
title?: string
/** `tc` or `rsvp`. */
provider?: string
/** The id of the order; of an answer to an invitation, its own. */
order?: number | string
/** Always blank. */
sku?: string
/** The address that the ticket went to. */
email?: string
/** Whether the attendee is inside; for scanners too. */
checked_in?: boolean
/** When and by whom; false for an attendee who is not inside. */
checkin_details?: false | {
/** When, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
date: string
date_details: DateDetails
/** `app` for a scanner, `site` for staff. */
source: string
/** The id of the account of staff; 0 for a scanner. */
author: number
/** The name of the scanner key; blank for staff. */
device: string
}
/** Always false. */
is_subscribed?: boolean
/** Whether the attendee has the address of the purchaser. */
is_purchaser?: boolean
/** The status of the order, or `yes` or `no`. */
order_status?: string
/** The address of a picture of the code; blank without a valid place. */
qr_url?: string
/** Eight letters to type at a paired phone, without a picture; blank without a valid place. */
door_code?: string
/** Of an answer to an invitation: whether the attendee comes. */
rsvp_going?: boolean
/** What was paid; for staff, blank for scanners. */
payment?: {
/** `tc`. */
provider: string
/** What the place cost in major units; blank when it was free. */
price: string
/** The currency's symbol. */
currency: string
/** When it was sold, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
date: string
date_details: DateDetails
}
}

export type ListAttendeesResponse = {
/** The address of this page of the list. */
rest_url: string
/** Records on all pages. */
total: number
/** Pages. */
total_pages: number
/** The attendees of this page. */
attendees: (Attendee)[]
}

export type CreateAttendeeRequest = {
/** The ticket whose place is taken */
ticket_id: number
/** The attendee's name */
full_name: string
/** The attendee's email address */
email: string
/** `yes` or `no` for an answer to an invitation; `completed` or `pending` for a ticket */
attendee_status?: string
/** Whether the attendee is checked in */
check_in?: boolean
/** Whether public lists omit the attendee */
optout?: boolean
}

export type UpdateAttendeeRequest = {
/** The ticket to move the attendee to; of the same event */
ticket_id?: number
/** Whether the attendee is checked in */
check_in?: boolean
/** The same, and the present state changes nothing; `check_in` beats it */
checked_in?: boolean
/** The attendee's name */
full_name?: string
/** The same as `full_name`, which beats it */
title?: string
/** The attendee's email address */
email?: string
/** `yes` or `no` for an answer to an invitation; `completed` or `pending` for a ticket */
attendee_status?: string
/** Whether public lists omit the attendee */
optout?: boolean
}

export type ScannerKey = {
/** The id of the scanner key. */
id: number
/** What it is for, e.g. the name of the gate. */
name: string
/** The one event it works for; null is all. */
event: number | null
/** When it was made, ISO 8601 in UTC. */
created_at: string
/** When it expires, ISO 8601 in UTC; null is never. */
expires_at: string | null
/** The day of its last use, YYYY-MM-DD; null is never. */
last_used_on: string | null
}

export type CreateScannerKeyRequest = {
/** Shown when a ticket is scanned a second time */
name: string
/** The one event the key works for; without it, all events */
event?: number
/** When it ends by itself, e.g. 2030-01-31T12:00:00Z */
expires_at?: string
/** The same, in days from now */
expires_in_days?: number
}

export type CreateScannerKeyResponse = {
/** The id of the scanner key. */
id: number
/** What it is for, e.g. the name of the gate. */
name: string
/** The one event it works for; null is all. */
event: number | null
/** When it was made, ISO 8601 in UTC. */
created_at: string
/** When it expires, ISO 8601 in UTC; null is never. */
expires_at: string | null
/** The day of its last use, YYYY-MM-DD; null is never. */
last_used_on: string | null
/** Shown in this response only. */
api_key: string
}

export type ListTicketKeysResponse = {
/** The newest signs; older ones still verify. */
keys: ({
/** The kind of key. */
kty: "OKP"
/** Its curve. */
crv: "Ed25519"
/** For signatures. */
use: "sig"
/** The number of the key, as ticket codes name it. */
kid: string
/** The 32 bytes of the key, in base64url */
x: string
})[]
}

export type GetCheckInStateResponse = {
/** The id of the attendee. */
id: number
/** `1` for an attendee who is inside, else blank. */
checked_in: string
}

export type ScanStatus = {
/** The HTTP status. */
status: number
}

export type Scanned = {
/** What came of the scan, for the person at the door. */
msg: string
/** Of a refusal: its error code. */
error?: string
/** The same, as in every other error. */
code?: string
/** The same as `msg`, as in every other error. */
message?: string
data?: ScanStatus
/** Whose ticket was scanned. */
attendee?: Attendee
}

export type CreateCheckInRequest = {
/** A signed ticket code, the address in a QR picture, or the code printed beside it */
ticket: string
/** When the device scanned it; now if absent */
at?: string
/** A unique id of the scan; sent again, it gets the same response */
nonce?: string
}

export type PairDoorDeviceRequest = {
/** What the address of the pairing has in its fragment. */
token: string
/** The version of the page of the door. */
app_version?: string
}

export type DoorEvent = {
/** The id of the event. */
id: number
/** Its title. */
title: string
/** Its time zone. */
timezone: string
/** When it begins, ISO 8601 in UTC. */
starts_at: string
/** When it ends, ISO 8601 in UTC. */
ends_at: string
/** `scheduled`, `cancelled`, `postponed` and the like. */
happening: string
/** How many minutes before and after it somebody may come in; null is no limit. */
entry_buffer_minutes: number | null
}

export type PairedDevice = {
device: DoorDevice
/** The bearer token of the phone. Shown in this response only. */
secret: string
/** The events at whose doors it works. */
events: (DoorEvent)[]
}

export type DoorTicket = {
/** The id of the ticket. */
id: number
/** Its name. */
name: string
/** How often it lets in. */
entry: "once" | "daily" | "reentry"
/** What the door has to say or see; may be blank. */
door_note: string
}

export type DoorListEntry = {
/** The id of the attendee. */
id: number
/** The id of the ticket. */
ticket: number
/** The order: who has the same one came together. */
order: number | null
/** How often the ticket was passed on or given back. */
generation: number
/** Whether it admits; `ended` is a place that was given back. */
state: "valid" | "unpaid" | "ended"
/** The first 8 bytes of the SHA-256 of `<id>.<security_code>`, in hexadecimal digits. */
code: string
/** The first 8 bytes of the SHA-256 of `door|<event>|<door code>`, for codes that are typed. */
typed: string
/** Whether `sealed` has a note that must be acknowledged. */
note: boolean
/** Name and note, sealed under the security code of the ticket: base64url of 12 bytes of nonce and AES-256-GCM. Blank of an ended place. */
sealed: string
/** The first admission that was not undone, ISO 8601 in UTC. */
checked_in_at: string | null
/** Whether the attendee is inside now. */
inside: boolean
/** The last admission, ISO 8601 in UTC. */
entered_at: string | null
/** The phone that it was at; null for other ways to check in. */
device: number | null
/** The gate that it was at. */
gate: number | null
/** Of an unpaid place: what its order costs, such as `24.00 EUR`. Told to phones that may search people by name. */
owed: string | null
}

export type DoorList = {
event: DoorEvent
/** The gates of the event. */
gates: (Gate)[]
/** The tickets of the event. */
tickets: (DoorTicket)[]
/** Our clock, ISO 8601 in UTC. */
now: string
/** The place in the list of changes up to which this is complete. */
position: number
/** By ascending id. */
rows: (DoorListEntry)[]
/** Sent as `after` for the next part; null behind the last. */
next: number | null
}

export type DoorChanges = {
event: DoorEvent
/** The gates of the event. */
gates: (Gate)[]
/** The tickets of the event. */
tickets: (DoorTicket)[]
/** Our clock, ISO 8601 in UTC. */
now: string
/** The place in the list of changes up to which this is complete. */
position: number
/** By ascending id. */
rows: (DoorListEntry)[]
/** Whether further changes can be read at once. */
more: boolean
}

export type SendDoorScansRequest = {
/** The event. */
event: number
/** The clock of the phone, by which its times are corrected. */
sent_at: string
/** The scans. */
scans: (DoorScan)[]
/** The version of the page of the door. */
app_version?: string
/** How many scans wait on the phone after these. */
unsent?: number
/** Its battery in per cent. */
battery?: number
}

export type DoorScanResult = {
/** The number of the scan. */
seq: number
/** `conflict`: somebody was let in although the ticket was used before, or does not admit. */
result: "admitted" | "repeat" | "conflict" | "refused" | "out" | "undone" | "ignored" | "counted"
/** Why the ticket does not admit. */
refusal: string | null
}

export type DoorScanResults = {
/** One for each scan that was sent. A number that was sent before has the answer that it got. */
results: (DoorScanResult)[]
/** The number of the next scan. */
next: number
/** Our clock, ISO 8601 in UTC. */
now: string
}

export type DoorSearchHit = {
/** The id of the attendee. */
id: number
/** Who holds the ticket. */
name: string
/** The id of the ticket. */
ticket: number
/** The order. */
order: number | null
/** Whether it admits. */
state: "valid" | "unpaid" | "ended"
/** Whether the attendee is inside now. */
inside: boolean
/** The last admission, ISO 8601 in UTC. */
entered_at: string | null
}

export type DoorCounts = {
/** People inside, guests without a ticket included. */
inside: number
/** Guests without a ticket inside. */
guests: number
/** Attendees with an admission that was not undone. */
checked_in: number
/** Attendees who may come. */
expected: number
/** People who were let in although their ticket was used before, or does not admit. */
conflicts: number
/** Admissions of the last ten minutes. */
last_ten_minutes: number
/** Scans by gate; who is inside does not depend on gates. */
gates: ({
/** The gate; null for scans without one. */
gate: number | null
/** Scans that let somebody in there. */
came_in: number
/** Scans of somebody who left there. */
went_out: number
})[]
}

export type TicketEntry = {
/** Lets in once, once each day, or again after each exit. */
entry: "once" | "daily" | "reentry"
/** What the door has to acknowledge before the next scan; may be blank. */
door_note: string
}

export type UpdateTicketEntryRequest = {
/** Lets in once, once each day, or again after each exit. */
entry?: "once" | "daily" | "reentry"
/** What the door has to acknowledge; blank is nothing. */
door_note?: string
}

export type DoorNote = {
/** What the door has to acknowledge; blank is nothing. */
door_note: string
}

export type TicketCost = {
/** As HTML. */
currency_symbol: string
/** `prefix` or `postfix`. */
currency_position: string
/** Prices in major units. */
values: (string | number)[]
/** Always null. */
suffix: null
/** What stands before decimals. */
currency_decimal_separator: string
/** Decimals of the currency. */
currency_decimal_numbers: number
/** What stands between thousands. */
currency_thousand_separator: string
}

export type Ticket = {
/** The id of the ticket. */
id: number
/** The id of its event. */
post_id: number
/** Always `default`. */
type: string
/** `tc` for the shop, `rsvp` for answers to an invitation. */
provider: string
/** Unique over all sites: host, path and id. */
global_id: string
/** The global ids that it has had; ours have one. */
global_id_lineage: (string)[]
/** The id of the user who made it, as a text. */
author: string | number
/** `publish` unless staff hid it. */
status: string
/** When it was published, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
date: string
/** When it was published, in UTC, YYYY-MM-DD HH:MM:SS. */
date_utc: string
/** When it was last changed, in the site's time zone, YYYY-MM-DD HH:MM:SS. */
modified: string
/** When it was last changed, in UTC, YYYY-MM-DD HH:MM:SS. */
modified_utc: string
/** The ticket's name, with HTML escaped. */
title: string
/** Plain text. */
description: string
/** The picture of the event; false without one. */
image: false | Image | null
/** When the sale begins, on the wall clock of the event, YYYY-MM-DD HH:MM:SS. */
available_from: string
/** The same in parts; an empty list while a password protects the event. */
available_from_details: DateDetails | (never)[]
/** When the sale ends, on the wall clock of the event, YYYY-MM-DD HH:MM:SS. */
available_until: string
/** The same in parts; an empty list while a password protects the event. */
available_until_details: DateDetails | (never)[]
/** Places there are, sold ones included; blank without limit. */
capacity: number | string
/** Stock at this moment. */
capacity_details: {
/** Left of all, in percent; 100 without limit. */
available_percentage: number
/** Left; -1 without limit, in places. */
available: number
/** All; -1 without limit; for managers, in places. */
max?: number
/** Sold; for managers, in places. */
sold?: number
/** Held by carts; for managers, in places. */
pending?: number
/** `own`, `capped`, `global`, blank without limit; for managers. */
global_stock_mode?: string
}
/** Whether places are left and the event takes place. */
is_available: boolean | null
/** Whether the sale price holds now. */
on_sale: boolean | null
/** The regular price with its currency, for people. */
cost: string | number
cost_details: TicketCost
/** The reduced price; an empty list for answers to an invitation. */
sale_price_data: {
/** `1`, or blank. */
enabled: string | number
/** In major units; blank without one. */
sale_price: string | number
/** First day, YYYY-MM-DD; blank is open. */
start_date: string
/** Last day, YYYY-MM-DD; blank is open. */
end_date: string
} | (never)[]
/** Always null. */
price_suffix: null
/** Names per attendee: `none`, `allowed` or `required`. */
iac: string
/** Always false. */
supports_attendee_information: boolean | null
/** Its address in this interface. */
rest_url: string
/** For managers. */
checkin?: {
/** Attendees who are inside. */
checked_in: number
/** Attendees who are not. */
unchecked_in: number
/** Percent, rounded up. */
checked_in_percentage: number
/** The rest of 100. */
unchecked_in_percentage: number
}
/** How many accepted and declined the invitation; for managers. */
rsvp?: {
/** Attendees who come. */
rsvp_going: number
/** Attendees who do not. */
rsvp_not_going: number
}
/** `own`, `capped`, `global` or `unlimited`; for editors. */
capacity_type?: string
/** For editors. */
sku?: string | number
/** HH:MM:SS; for editors. */
available_from_start_time?: string
/** HH:MM:SS; for editors. */
available_from_end_time?: string
/** When the sale ends: with the event’s start or end, or at a date; for editors. */
sale_ends?: "event_start" | "event_end" | "date"
/** The fewest one order may have; for editors, in places. */
min_per_order?: number
/** The most one order may have; for editors, in places. */
max_per_order?: number
/** Whether only a coupon that opens it shows it; for editors, left out when not. */
hidden?: boolean
/** For editors. */
totals?: {
/** Left; -1 without limit, in places. */
stock: number
/** Sold, in places. */
sold: number
/** Held by carts, in places. */
pending: number
}
/** For editors, bound to who reads them, good for 12 to 24 hours. */
nonces?: {
/** Sent as `edit_ticket_nonce`. */
edit: string
/** Sent as `remove_ticket_nonce`. */
remove: string
}
/** For callers who manage attendees, at most 100; the list of attendees has all. Empty for others. */
attendees: (Attendee)[]
/** For callers who manage attendees; not in answers to writes. */
fees?: TicketFees | (never)[]
/** After a write: values that were not saved as sent, and a sale that never opens. */
warnings?: (string)[]
}

export type ListTicketsResponse = {
/** The address of this page of the list. */
rest_url: string
/** Records on all pages. */
total: number
/** Pages. */
total_pages: number
/** The tickets of this page. */
tickets: (Ticket)[]
}

export type SalePrice = {
/** Whether there is one. */
checked?: boolean | string
/** A decimal. */
price?: string | number
/** First day, YYYY-MM-DD. */
start_date?: string
/** Last day, YYYY-MM-DD. */
end_date?: string
}

export type FeeSelection = {
/** All ids of this ticket's selected fees. */
selected_fees?: (number)[]
}

export type TicketStock = {
/** Blank is unlimited. */
mode?: "own" | "capped" | "global" | "unlimited" | ""
/** A whole number; negative is unlimited; blank is the default. */
capacity?: number | string
/** Capacity of the event's shared stock. */
event_capacity?: number | string
/** Instead of capacity: how many should remain for sale. */
stock?: number | string
sale_price?: SalePrice
fees?: FeeSelection
}

export type UpdateTicketRequest = {
/** The event of the ticket. */
post_id: number
/** `nonces.edit` of the ticket, which `GET /tickets/{id}` answers to whoever is signed in and may edit it. */
edit_ticket_nonce: string
/** A decimal; blank is free. */
price?: string
/** The site's currency. Sent with a price, it reprices a ticket that had a price in another currency. */
currency?: string
/** The ticket's name. */
name?: string
/** The same; `name` beats it. */
title?: string
/** The same as `ticket[capacity]`, which beats it. */
capacity?: number | string
/** Plain text; it may be blank. */
description?: string
/** Whether the description is shown: `yes` or `no`. */
show_description?: string | boolean
/** First day of the sale, in the zone of the event. */
start_date?: string
/** Time of day on the first day; needs a first day. */
start_time?: string
/** Last day of the sale. */
end_date?: string
/** Time of day on the last day; needs a last day. */
end_time?: string
/** When the sale ends without `end_date`: when the event begins (the default) or ends. It follows the event. */
sale_ends?: "event_start" | "event_end" | "date"
/** Your own stock-keeping number. */
sku?: string
/** Names per attendee. */
iac?: "none" | "allowed" | "required" | ""
/** Its position among the tickets of the event. */
menu_order?: number
/** The fewest one order may have. */
min_per_order?: number
/** The most one order may have. */
max_per_order?: number
/** Whether it is seen and sold only with a coupon that opens it (`opens` of the coupon). */
hidden?: boolean
ticket?: TicketStock
}

export type DeleteTicketRequest = {
/** The event of the ticket. */
post_id: number
/** `nonces.remove` of the ticket, which `GET /tickets/{id}` answers to whoever is signed in and may edit it. */
remove_ticket_nonce: string
}

export type CreateTicketRequest = {
/** The event of the ticket. */
post_id?: number
/** `nonces.add` of the event, which `GET /events/{id}` answers to whoever is signed in and may edit it. */
add_ticket_nonce?: string
/** `tc` for tickets of the shop, paid or free; `rsvp` for answers to an invitation. */
provider?: "tc" | "rsvp"
/** A decimal; blank is free. */
price?: string | number
/** The ticket's name. */
name?: string
/** The same; `name` beats it. */
title?: string
/** The same as `ticket[capacity]`, which beats it. */
capacity?: number | string
/** Plain text; it may be blank. */
description?: string
/** Whether the description is shown: `yes` or `no`. */
show_description?: string | boolean
/** First day of the sale, in the zone of the event. */
start_date?: string
/** Time of day on the first day; needs a first day. */
start_time?: string
/** Last day of the sale. */
end_date?: string
/** Time of day on the last day; needs a last day. */
end_time?: string
/** When the sale ends without `end_date`: when the event begins (the default) or ends. It follows the event. */
sale_ends?: "event_start" | "event_end" | "date"
/** Your own stock-keeping number. */
sku?: string
/** Names per attendee. */
iac?: "none" | "allowed" | "required" | ""
/** Its position among the tickets of the event. */
menu_order?: number
/** The fewest one order may have. */
min_per_order?: number
/** The most one order may have. */
max_per_order?: number
/** Whether it is seen and sold only with a coupon that opens it (`opens` of the coupon). */
hidden?: boolean
ticket?: TicketStock
}

export type Cart = {
/** What the cart holds, a line for each ticket. */
tickets: ({
/** The id of the ticket. */
ticket_id: number
/** Places. */
quantity: number
/** The id of the event. */
post_id: number
/** 1 when public lists omit the attendees, else 0. */
optout: number
/** Names per attendee: `none`, `allowed` or `required`. */
iac: string
/** `tc` or `rsvp`. */
provider: string
/** For an RSVP: whether the attendees come. */
going?: boolean
/** Price per place, in major units with all decimals. */
price: string
/** Price of the line, in major units with all decimals. */
sub_total: string
})[]
/** Names of attendees. */
meta: ({
/** The id of the ticket. */
ticket_id: number
/** `tc` or `rsvp`. */
provider: string
/** Item n names attendee n; null names nobody. */
items: ({
/** The name. */
full_name: string
/** The email address. */
email: string
} | null)[]
})[]
/** The page of this cart in a browser; blank without one. */
cart_url: string
/** The same: basket and details are one page. */
checkout_url: string
/** Blank while there is no cart. */
cart_hash: string
/** ISO 8601: when its holds expire; null while it holds nothing. */
expires_at: string | null
/** Tickets, in major units with all decimals. */
subtotal: string
/** Fees, in major units with all decimals. */
fees: string
/** The discount of the coupon, in major units with all decimals. */
discount: string
/** The amount to pay, in major units with all decimals. */
total: string
/** ISO 4217, e.g. `USD`. */
currency: string
/** The slug of the cart's coupon. */
coupon: string | null
/** Sent while payments are simulated: no money moves. */
sandbox?: true
}

export type CartRow = {
/** The id of the ticket. */
ticket_id?: number
/** The same; `ticket_id` beats it. */
id?: number
/** Places; 0 removes the ticket. */
quantity?: number
/** Whether public lists omit the attendees. */
optout?: boolean
/** For an RSVP: whether the attendees come. */
going?: boolean
/** `tc` or `rsvp`; ignored, because the ticket determines it. */
provider?: string
}

export type SentName = {
/** The name. */
full_name?: string | null
/** The email address. */
email?: string | null
}

export type SentNames = {
/** The ticket of these attendees. */
ticket_id?: number
/** `tc` or `rsvp`; ignored, because the ticket determines it. */
provider?: string
/** Item n names attendee n; null names nobody. */
items?: (SentName | null)[]
}

export type CartAnswer = {
/** The id of the question. */
question: number
/** The ticket, for a question to attendees. */
ticket_id?: number
/** Which of the places with this ticket answers, from 0; 0 if left out. */
place?: number
/** The answer, as `PUT /orders/{id}/answers` takes it; none takes it back. */
value?: string | (string)[] | null
}

export type UpdateCartRequest = {
/** `tc` or `rsvp`; ignored, because the ticket determines it. */
provider: string
/** Quantities of tickets, e.g. `[{"ticket_id": 12, "quantity": 2}]`; 0 removes a ticket, tickets not listed stay. */
tickets?: (CartRow)[]
/** Names of attendees. */
meta?: (SentNames)[]
/** Answers to what the event asks (`GET /events/{id}/questions`); with them, the order is refused while one that is wanted is missing. */
answers?: (CartAnswer)[]
/** The event; checked, otherwise without effect. */
post_id?: number
/** The cart's secret; the cookie can be used instead. */
cart_hash?: string
/** The password of a protected event. */
password?: string
/** The slug of a coupon that the cart gets with this change, e.g. one that opens a hidden ticket. */
coupon?: string
}

export type AskedQuestion = {
/** The id of the question. */
id: number
/** `order`: once for all places. `attendee`: for each place. */
asked_of: "order" | "attendee"
/** What an answer is. */
kind: "text" | "long_text" | "choice" | "several" | "yes_no" | "consent" | "date" | "email" | "phone"
text: TextByLanguage
/** Whether the pages order only with an answer. */
required: boolean
/** Of `choice` and `several`. A choice that was chosen is closed, never taken away. */
choices: (QuestionChoice)[]
/** The tickets that it is asked with; empty for all of the event. */
tickets: (number)[]
/** Asked only where another question was answered so; null for always. */
show_if: QuestionCondition | null
/** Whether its answers stay out of lists, and out of files unless they are asked for. */
sensitive: boolean
}

export type AskedQuestions = {
/** Those that are asked now, in their order; closed choices are left out. */
questions: (AskedQuestion)[]
}

export type Order = {
/** The id of the order. */
id: number
/** Where it stands. */
status: "created" | "pending" | "action-req" | "approved" | "completed" | "denied" | "not-completed" | "voided" | "refunded" | "reversed"
/** Always `tc`. */
provider: string
/** How it is paid. */
gateway: "card" | "wallet" | "sandbox" | "free" | "staff" | "external"
/** The provider's id of the payment; null too where only a part of the order is shown. */
gateway_order_id: string | null
/** Whether the payment is simulated: no money moves. */
sandbox: boolean
/** The event; null when its tickets are of several. */
post_id: number | null
/** ISO 4217, e.g. `USD`. */
currency: string
/** Tickets; needs `money.read`, in major units with all decimals. */
subtotal?: string
/** Fees; needs `money.read`, in major units with all decimals. */
fees?: string
/** What the coupon takes off; needs `money.read`, in major units with all decimals. */
discount?: string
/** What was added to the total, or with a minus taken off, so that the gateway can move it; needs `money.read`, in major units with all decimals. */
rounding?: string
/** The amount to pay; needs `money.read`, in major units with all decimals. */
total?: string
/** The amount that arrived; needs `money.read`, in major units with all decimals. */
paid?: string
/** The amount given back; needs `money.read`, in major units with all decimals. */
refunded?: string
purchaser: OrderPurchaser
/** When it was made, ISO 8601 in UTC. */
created_at: string
/** When it was completed, ISO 8601 in UTC. */
completed_at: string | null
/** Why its payment failed. */
failed_reason: string | null
/** Tickets, fees, coupon and rounding. */
items: (OrderLine)[]
}

export type ListOrdersResponse = {
/** The orders of this page, the newest first. */
orders: (Order)[]
/** The address of this page of the list. */
rest_url: string
/** Records on all pages. */
total: number
/** Pages. */
total_pages: number
}

export type OrderDetail = {
/** The id of the order. */
id: number
/** Where it stands. */
status: "created" | "pending" | "action-req" | "approved" | "completed" | "denied" | "not-completed" | "voided" | "refunded" | "reversed"
/** Always `tc`. */
provider: string
/** How it is paid. */
gateway: "card" | "wallet" | "sandbox" | "free" | "staff" | "external"
/** The provider's id of the payment; null too where only a part of the order is shown. */
gateway_order_id: string | null
/** Whether the payment is simulated: no money moves. */
sandbox: boolean
/** The event; null when its tickets are of several. */
post_id: number | null
/** ISO 4217, e.g. `USD`. */
currency: string
/** Tickets; needs `money.read`, in major units with all decimals. */
subtotal?: string
/** Fees; needs `money.read`, in major units with all decimals. */
fees?: string
/** What the coupon takes off; needs `money.read`, in major units with all decimals. */
discount?: string
/** What was added to the total, or with a minus taken off, so that the gateway can move it; needs `money.read`, in major units with all decimals. */
rounding?: string
/** The amount to pay; needs `money.read`, in major units with all decimals. */
total?: string
/** The amount that arrived; needs `money.read`, in major units with all decimals. */
paid?: string
/** The amount given back; needs `money.read`, in major units with all decimals. */
refunded?: string
purchaser: OrderPurchaser
/** When it was made, ISO 8601 in UTC. */
created_at: string
/** When it was completed, ISO 8601 in UTC. */
completed_at: string | null
/** Why its payment failed. */
failed_reason: string | null
/** Tickets, fees, coupon and rounding. */
items: (OrderLine)[]
/** The places that were sold. */
attendees: (SoldPlace)[]
/** What became of it, the oldest first. */
history: ({
/** The status before; null when the order was made. */
from: string | null
/** The status after. */
to: string
/** What moved it, e.g. `return`, `webhook` or `note`. */
cause: string
/** A reason or note in words. */
note: string | null
/** When, ISO 8601 in UTC. */
at: string
})[]
/** What was given back, the oldest first. */
refunds: (OrderRefund)[]
/** The address of the buyer's page of the order; needs `orders.write` at all its events. */
redirect_url?: string
}

export type CancelOrderRequest = {
/** Why, for the order's history. */
reason?: string
}

export type CreateOrderNoteRequest = {
/** Text for staff; the buyer does not see it. */
note: string
}

export type CreateOrderRefundRequest = {
/** Places of ticket lines to give back, less their share of the coupon. */
lines?: ({
/** The id of the line: `items[].id` of the order. */
id: number
/** How many of its places. */
quantity: number
})[]
/** In place of `lines`: whose places, by the ids of the attendees. */
attendees?: (number)[]
/** Decimal amount. Alone: places stay taken, also when it is all that was paid. With `lines` or `attendees`: this in place of what the places cost, at most that; `0` keeps their money. */
amount?: string
/** True: every place that is left, and all the money that is left. */
whole?: boolean
/** Not with `amount` alone. `refund` (unless said): places and their fees; `keep`: places without their fees; `only`: the fees, and the places stay. */
fees?: "refund" | "keep" | "only"
/** Not with `amount` alone. False: what the places cost is given back, and they stay taken. True unless said. */
cancel_places?: boolean
/** `paid` (unless said): at the provider, as it was paid. `cash` and `by_hand`: somebody gives the money back in another way; it is recorded, and none moves at the provider. */
method?: "paid" | "cash" | "by_hand"
/** Why, for the order's history. */
reason?: string
/** A word to the buyer, which the mail about it carries; plain text. */
message?: string
}

export type PlaceEnding = {
/** The id of the attendee. */
id: number
/** The id of the ticket. */
ticket_id: number
/** What the ticket was called when it was sold. */
ticket: string
/** The name on the ticket. */
title: string
/** Whether somebody came in with it. */
checked_in: boolean
/** Whether it is with somebody who is not the buyer. */
passed_on: boolean
}

export type RefundLimitLeft = {
/** What your limit leaves of this order, before the refund; null without a limit. */
order_left: string | null
/** What the site's limit for a day leaves, before the refund; null without a limit. */
day_left: string | null
/** Whether both allow the refund. */
allows: boolean
}

export type RefundMails = {
/** Whether the buyer is told: there is an address. */
buyer: boolean
/** Other addresses that are told that their tickets ended. */
holders: number
}

export type RefundPreview = {
/** ISO 4217, e.g. `USD`. */
currency: string
/** `paid` (unless said): at the provider, as it was paid. `cash` and `by_hand`: somebody gives the money back in another way; it is recorded, and none moves at the provider. */
method: "paid" | "cash" | "by_hand"
/** What would be given back, in major units with all decimals. */
amount: string
/** What of the payment is not given back; left out where only a part of the order is shown, in major units with all decimals. */
left_before?: string
/** What would be left of the payment; left out like it, in major units with all decimals. */
left_after?: string
/** The places that would end: their codes admit nobody from then on. */
places_ending: (PlaceEnding)[]
/** Places of the order that would stay valid. */
places_left: number
/** Whether no place would be left, so that the order ends. */
ends_order: boolean
limit: RefundLimitLeft
mails: RefundMails
}

export type ResendOrderRequest = {
/** Another address than the buyer gave, e.g. the corrected one. */
to?: string
}

export type SendOrderLinksRequest = {
/** The address that the orders were made with. */
email: string
}

export type SendOrderLinksResponse = {
/** Always true, whether there are orders or not. */
accepted: boolean
}

export type ShownTicket = {
/** The id of the ticket. */
ticket_id: number
/** Places. */
quantity: number
/** What one costs, in major units. */
price?: string
/** For an RSVP: whether the attendees come. */
going?: boolean
}

export type Purchaser = {
/** The name; required. */
name: string
/** The email address; required. */
email: string
}

export type CreateFreeOrderRequest = {
/** Names the cart; else its cookie does */
cart_hash?: string
/** The total that the buyer was shown, in major units; another one is 409 */
expected_total?: string
/** The tickets that the buyer was shown, as `tickets` of the cart; a cart with others is 409 */
expected_tickets?: (ShownTicket)[]
/** Who buys: `{name, email}`. Required, except of a signed-in account that orders for itself */
purchaser?: Purchaser
/** The payment, where the client knows it */
payment_intent?: {
/** Its id. */
id?: string
/** Its secret. */
key?: string
}
}

export type SoldPlace = {
/** The id of the attendee. */
id: number
/** The id of the ticket. */
ticket_id: number
/** The name of the attendee. */
title: string
/** The code that admits the attendee. */
security_code: string
/** The address of a picture of the code; needs no sign-in. */
qr_url: string
}

export type CreateFreeOrderResponse = {
/** Always true: a failure has an error code. */
success: true
/** The total of the order, in major units with all decimals. */
total: string
/** ISO 4217, e.g. `USD`. */
currency: string
/** The id of the order. */
id: number
/** The address of the buyer's page of the order. */
redirect_url: string
/** The places that were sold. */
attendees: (SoldPlace)[]
}

export type CreateCardSignUpResponse = {
/** Good once, for an hour */
nonce: string
/** The address of where the payload is brought. */
return_url: string
/** The setting that wins over the account: as long as it is set, nobody is paid at the connected one */
overruled_by?: string
}

export type CreateCardOrderResponse = {
/** Always true: a failure has an error code. */
success: true
/** The total of the order, in major units with all decimals. */
total: string
/** ISO 4217, e.g. `USD`. */
currency: string
/** The id of the order. */
order_id: number
/** The processor's id of the payment. */
payment_intent_id: string
/** What the buyer confirms the payment with. */
client_secret: string
/** The address of where the processor sends the buyer back to. */
return_url: string
/** The address of the buyer's page of the order. */
redirect_url?: string
/** The processor's public key, for its script. */
publishable_key?: string
/** Sent while payments are simulated: no money moves. */
sandbox?: true
}

export type UpdateCardOrderRequest = {
/** Names the cart; else its cookie does */
cart_hash?: string
/** The secret of the payment */
client_secret?: string
/** Only without a real processor: what the buyer does */
sandbox_outcome?: "succeed" | "decline" | "action" | "delay"
}

export type SettledOrder = {
/** Always true: a failure has an error code. */
success: true
/** The total of the order, in major units with all decimals. */
total: string
/** ISO 4217, e.g. `USD`. */
currency: string
/** The status of the order, e.g. `completed`. */
status: string
/** The id of the order. */
order_id: number
/** The provider's id of the payment. */
gateway_order_id: string
/** The address of the buyer's page of the order. */
redirect_url: string
/** The places that were sold. */
attendees?: (SoldPlace)[]
/** Sent while payments are simulated: no money moves. */
sandbox?: true
}

export type DeleteCardOrderRequest = {
/** Names the cart; else its cookie does */
cart_hash?: string
/** What the order becomes; `not-completed` unless said */
failed_status?: string
/** Why it failed */
failed_reason?: string
}

export type GivenUpOrder = {
/** Always true: a failure has an error code. */
success: true
/** The status of the order, e.g. `completed`. */
status: string
/** The id of the order. */
order_id: number
/** What the order is called. */
title: string
}

export type CreateWalletSignUpResponse = {
/** The address of the page where the merchant signs up. */
url: string
/** For the POST that follows: good once, for an hour */
nonce: string
/** The setting that wins over the account: as long as it is set, nobody is paid at the connected one */
overruled_by?: string
}

export type CreateWalletOnBoardingRequest = {
/** From the sign-up, or from the page that began it */
nonce: string
/** The code that the provider gave the browser */
auth_code: string
/** The id that the provider gave the browser with it */
shared_id: string
}

export type CreateWalletOnBoardingResponse = {
/** Whether the account was connected. */
success: boolean
/** Why not, in words. */
error?: string
}

export type CreateWalletOrderResponse = {
/** Always true: a failure has an error code. */
success: true
/** The total of the order, in major units with all decimals. */
total: string
/** ISO 4217, e.g. `USD`. */
currency: string
/** The wallet provider's id of the order. */
id: string
/** The id of the order. */
order_id: number
/** The address of where the buyer approves the payment. */
approve_url?: string
/** The address of the buyer's page of the order, when it is paid already. */
redirect_url?: string
/** Sent while payments are simulated: no money moves. */
sandbox?: true
}

export type UpdateWalletOrderRequest = {
/** Names the cart; else its cookie does */
cart_hash?: string
/** Who pays, as the provider names them */
payer_id?: string
/** Takes the payment without a `payer_id` */
advanced_payment?: boolean
/** Asks the provider how the payment stands */
recheck?: boolean
/** Only without a real processor: what the buyer does */
sandbox_outcome?: "succeed" | "decline" | "action" | "delay"
}

export type CapturedOrder = {
/** Always true: a failure has an error code. */
success: true
/** The wallet provider's id of the order. */
order_id: string
/** The status of the order, e.g. `completed`. */
status: string
/** Sent while payments are simulated: no money moves. */
sandbox?: true
}

export type ReceivedMessage = {
/** Always true. */
received: boolean
/** `settled`, `repeated`, `ignored` or `not ours`: what was done with it. */
outcome: string
}

export type Coupon = {
/** The id of the coupon. */
id: number
/** What buyers type. */
slug: string
/** The name that staff see. */
name: string
/** A percentage of the total, or an amount. */
sub_type: "percent" | "flat"
/** Percentage points or units of the currency. */
amount: number
/** The same with six decimals. */
raw_amount: string
/** The currency of a flat amount, which counts only in carts of that currency. */
currency: string | null
/** Only active coupons can be used. */
status: "active" | "inactive" | "draft"
/** Valid from, YYYY-MM-DD HH:MM:SS in the site's time zone; null is at once. */
start_time: string | null
/** Valid until, YYYY-MM-DD HH:MM:SS in the site's time zone; null is for ever. */
end_time: string | null
/** How often it can be used; null is unlimited. */
usage_limit: number | null
/** The number of orders that used it, refunded ones excepted. */
used: number
limits?: CouponLimits
}

export type CouponLimitFields = {
/** The discount counts for the tickets of these events. */
events?: (number)[]
/** The discount counts for these tickets. */
tickets?: (number)[]
/** Hidden tickets that can be seen and bought with it. */
opens?: (number)[]
/** What the tickets and fees of an order must come to, as a decimal, e.g. "50.00"; blank is nothing. */
min_total?: string
/** For how many places in all; 0 is unlimited. */
max_places?: number
/** For how many places in one order; 0 is unlimited. */
max_places_per_order?: number
/** How many orders with one e-mail address; 0 is unlimited. */
per_person?: number
/** A word by which reports group coupons. */
tag?: string
}

export type CreateCouponRequest = {
/** What buyers type. */
slug: string
/** The name that staff see. */
display_name: string
/** Whether it is active; only active coupons can be used. */
status: "active" | "inactive" | "draft"
/** Percentage points (1 to 100) or whole units of the currency. */
amount: number
/** The amount as a decimal, e.g. "17.3"; it takes precedence over `amount`. */
raw_amount?: string
/** A percentage of the total, or an amount. */
sub_type?: "percent" | "flat"
/** How often it can be used; 0 is unlimited. */
usage_limit?: number
limits?: CouponLimitFields
/** Valid from this date-time; blank for at once. */
start_time?: string
/** Valid until this date-time; blank for ever. */
end_time?: string
}

export type UpdateCouponRequest = {
/** What buyers type. */
slug?: string
/** The name that staff see. */
display_name?: string
/** The same; `display_name` beats it. */
name?: string
/** Whether it is active; only active coupons can be used. */
status?: "active" | "inactive" | "draft"
/** As in a new coupon. The present amount may be sent with its decimals. */
amount?: number
/** The amount as a decimal, e.g. "17.3"; it takes precedence over `amount`. */
raw_amount?: string
/** A percentage of the total, or an amount. */
sub_type?: "percent" | "flat"
/** How often it can be used; 0 is unlimited. */
usage_limit?: number
limits?: CouponLimitFields
/** Valid from this date-time; blank for at once. */
start_time?: string
/** Valid until this date-time; blank for ever. */
end_time?: string
}

export type ValidateCouponRequest = {
/** The slug of the coupon. */
coupon: string
}

export type ValidateCouponResponse = {
/** Whether the coupon can be used now. */
valid: boolean
}

export type PurchaserData = {
/** The name. */
name?: string
/** The address. */
email?: string
}

export type ApplyCouponRequest = {
/** The slug of the coupon. */
coupon: string
/** The secret of the cart. */
cart_hash: string
/** Not used: the payment is the cart's own. */
payment_intent_id?: string
purchaser_data?: PurchaserData
}

export type ApplyCouponResponse = {
/** Always true: a coupon that does not fit is 400. */
success: boolean
/** What it takes off, as HTML, e.g. `- &#x24;1.50`. */
discount: string
/** The coupon and what it takes off, for people. */
label: string
/** What was done, in words. */
message: string
/** The new total, as HTML, e.g. `&#x24;8.50`. */
cartAmount: string
/** The total went to or from zero. */
doReload: boolean
}

export type RemoveCouponResponse = {
/** Always true. */
success: boolean
/** What was done, in words. */
message: string
/** The new total, as HTML, e.g. `&#x24;8.50`. */
cartAmount: string
/** The total went to or from zero. */
doReload: boolean
}

export type Fee = {
/** The id of the fee. */
id: number
/** Always `fee`. */
modifier_type: "fee"
/** A percentage of the price, or an amount. */
sub_type: "percent" | "flat"
/** With six decimals. */
raw_amount: string
/** The currency of a flat amount, which is charged only in carts of that currency. */
currency: string | null
/** Unique. */
slug: string
/** The name that buyers see. */
display_name: string
/** Only active fees are charged. */
status: "active" | "inactive" | "draft"
/** When it was made, YYYY-MM-DD HH:MM:SS in the site's time zone. */
created_at: string
/** Valid from, YYYY-MM-DD HH:MM:SS in the site's time zone; null is at once. */
start_time: string | null
/** Valid until, YYYY-MM-DD HH:MM:SS in the site's time zone; null is for ever. */
end_time: string | null
/** `all`: charged on every paid ticket; `per`: on tickets it is selected for. */
meta_value: "all" | "per"
}

export type ListFeesResponse = {
/** All fees, by id; `[]` when there are none. */
all_fees: {
[name: string]: Fee
} | (never)[]
/** Fees on every paid ticket, by id; `[]` when there are none. */
automatic_fees: {
[name: string]: Fee
} | (never)[]
/** Fees on tickets they are selected for, by id; `[]` when there are none. */
selectable_fees: {
[name: string]: Fee
} | (never)[]
}

export type CreateFeeRequest = {
/** The name that buyers see. */
display_name: string
/** Unique: small letters and digits, and `-` and `_` between, such as `booking-fee`. */
slug?: string
/** Whether it is active; only active fees are charged. */
status?: "active" | "inactive" | "draft"
/** A percentage of the price, or an amount. */
sub_type?: "percent" | "flat"
/** Percentage points (1 to 100) or whole units of the currency. */
amount?: number
/** The amount as a decimal, e.g. "3.50"; it takes precedence over `amount`. */
raw_amount?: string
/** `all`: charged on every paid ticket; `per`: on tickets it is selected for. */
meta_value?: "all" | "per"
/** Valid from this date-time; blank for at once. */
start_time?: string
/** Valid until this date-time; blank for ever. */
end_time?: string
}

export type UpdateFeeRequest = {
/** The name that buyers see. */
display_name?: string
/** Unique: small letters and digits, and `-` and `_` between, such as `booking-fee`. */
slug?: string
/** Whether it is active; only active fees are charged. */
status?: "active" | "inactive" | "draft"
/** A percentage of the price, or an amount. */
sub_type?: "percent" | "flat"
/** Percentage points (1 to 100) or whole units of the currency. */
amount?: number
/** The amount as a decimal, e.g. "3.50"; it takes precedence over `amount`. */
raw_amount?: string
/** `all`: charged on every paid ticket; `per`: on tickets it is selected for. */
meta_value?: "all" | "per"
/** Valid from this date-time; blank for at once. */
start_time?: string
/** Valid until this date-time; blank for ever. */
end_time?: string
}

export type TicketFees = {
/** Fees that can be selected, by id; `[]` when there are none. */
available_fees: {
[name: string]: Fee
} | (never)[]
/** Fees on every paid ticket, by id; `[]` when there are none. */
automatic_fees: {
[name: string]: Fee
} | (never)[]
/** Ids of the selected fees. */
selected_fees: (number)[]
}

export type UpdateTicketFeesRequest = {
/** All ids of this ticket's selected fees. */
selected_fees: (number)[]
}

export type ErrorCode =
  | 'rest_no_route'
  | 'rest_invalid_json'
  | 'rest_missing_callback_param'
  | 'rest_invalid_param'
  | 'rest_forbidden'
  | 'rest_changed_meanwhile'
  | 'rest_invalid_body'
  | 'rest_body_too_large'
  | 'rest_unsupported_media_type'
  | 'rest_invalid_url'
  | 'rest_headers_too_large'
  | 'rest_request_timeout'
  | 'rest_too_many_requests'
  | 'rest_unavailable'
  | 'rest_list_too_long'
  | 'rest_list_too_wide'
  | 'rest_view_not_found'
  | 'rest_too_many_views'
  | 'rest_export_running'
  | 'rest_export_too_long'
  | 'internal_server_error'
  | 'idempotency_key_reused'
  | 'idempotency_key_in_use'
  | 'idempotency_key_invalid'
  | 'invalid_username'
  | 'invalid_email'
  | 'incorrect_password'
  | 'rest_invalid_token'
  | 'rest_cookie_invalid_nonce'
  | 'rest_user_exists'
  | 'rest_last_administrator'
  | 'rest_user_not_found'
  | 'rest_key_not_found'
  | 'rest_session_not_found'
  | 'rest_link_not_found'
  | 'rest_confirm_required'
  | 'rest_code_required'
  | 'incorrect_code'
  | 'rest_second_factor_required'
  | 'rest_second_factor_exists'
  | 'rest_second_factor_not_begun'
  | 'rest_second_factor_missing'
  | 'rest_grant_not_found'
  | 'rest_grant_exists'
  | 'rest_note_not_found'
  | 'rest_notes_full'
  | 'refund-over-limit'
  | 'rest-event-not-found'
  | 'rest-invalid-event-id'
  | 'event-no-longer-available'
  | 'event-not-accessible'
  | 'event-password-protected'
  | 'event-is-in-trash'
  | 'event-has-orders'
  | 'event-external-id-taken'
  | 'event-archive-page-not-found'
  | 'venue-not-accessible'
  | 'venue-is-in-trash'
  | 'venue-archive-page-not-found'
  | 'could-not-create-venue'
  | 'organizer-not-accessible'
  | 'organizer-is-in-trash'
  | 'organizer-archive-page-not-found'
  | 'image-archive-page-not-found'
  | 'could-not-create-organizer'
  | 'invalid-linked-post-id'
  | 'term_exists'
  | 'duplicate_term_slug'
  | 'import-not-found'
  | 'attendee-import-changed'
  | 'forbidden'
  | 'ticket-not-found'
  | 'ticket-not-accessible'
  | 'bad_request'
  | 'tec-tickets-rest-invalid_price'
  | 'not_acceptable'
  | 'ticket-capacity-below-sold'
  | 'invalid-page-number'
  | 'attendee-not-found'
  | 'attendee-not-accessible'
  | 'invalid-attendee-id'
  | 'invalid-attendee-status'
  | 'attendee-creation-failed'
  | 'attendee-move-not-allowed'
  | 'tec-et-attendee-already-checked-in'
  | 'tec-et-attendee-invalid-check-in'
  | 'scanner-key-not-found'
  | 'api_key_not_valid'
  | 'security_code_not_valid'
  | 'attendee_not_found'
  | 'attendee_not_authorized'
  | 'attendee_already_checked_in'
  | 'event_cancelled'
  | 'event_not_happening_now'
  | 'gate-not-found'
  | 'door-device-not-found'
  | 'door-device-paired'
  | 'door-pairing-ended'
  | 'door-device-revoked'
  | 'door-search-not-allowed'
  | 'door-file-not-valid'
  | 'door-scans-gap'
  | 'door-clock-off'
  | 'cursor_expired'
  | 'message_not_found'
  | 'suppression_not_found'
  | 'mail_text_not_found'
  | 'mail_not_configured'
  | 'message_move_not_allowed'
  | 'post-has-no-tickets'
  | 'ticket-does-not-exist'
  | 'ticket-capacity-not-available'
  | 'cart-too-large'
  | 'too-many-holds'
  | 'sale-is-busy'
  | 'tickets_create_coupon_error'
  | 'tickets_coupon_exists'
  | 'tickets_coupon_not_found'
  | 'tickets_apply_coupon_error'
  | 'tickets_fee_exists'
  | 'coupon-batch-not-found'
  | 'tax-rate-not-found'
  | 'too-many-tax-rates'
  | 'tickets_fee_not_found'
  | 'tickets_commerce_update_fees_for_ticket_error'
  | 'invalid-purchaser-info'
  | 'attendee-names-missing'
  | 'tec-tc-empty-cart'
  | 'tec-tc-insufficient-stock'
  | 'tec_tickets_commerce_free_order_invalid_cart'
  | 'cart-total-changed'
  | 'cart-tickets-changed'
  | 'order-not-found'
  | 'order-move-not-allowed'
  | 'refund-not-possible'
  | 'payment-provider-unavailable'
  | 'payment-provider-not-configured'
  | 'tec-tc-gateway-stripe-failed-creating-payment-intent'
  | 'tec-tc-gateway-stripe-failed-payment'
  | 'tec-tc-gateway-stripe-order-not-found'
  | 'tec-tc-gateway-stripe-failed-getting-payment-intent'
  | 'tec-tc-gateway-stripe-failed-payment-intent-id'
  | 'tec-tc-gateway-stripe-failed-payment-intent-secret'
  | 'tec-tc-gateway-stripe-payment-intent-order-mismatch'
  | 'tec-tickets-commerce-stripe-webhook-invalid-payload'
  | 'tec-tc-gateway-paypal-failed-creating-order'
  | 'tec-tc-gateway-paypal-nonexistent-order-id'
  | 'tec-tc-gateway-paypal-failed-capture'
  | 'tec-tc-gateway-paypal-invalid-capture-status'
  | 'tec-tc-gateway-paypal-capture-declined'
  | 'tec-tc-gateway-paypal-invalid-failed-status'
  | 'plan-not-found'
  | 'plan-is-stale'
  | 'plan-is-empty'
  | 'run-not-found'
  | 'run-move-not-allowed'
  | 'till-not-found'
  | 'till-not-open'
  | 'cash-is-off'
  | 'till-sale-not-found'
  | 'desk-total-changed'
  | 'desk-not-sold'
  | 'desk-given-too-little'
  | 'batch-not-found'
  | 'batch-codes-refused'
  | 'batch-is-paid'
  | 'comp-quota-used'
  | 'question-not-found'
  | 'question-answered'
  | 'question-needed'
  | 'questions-full'
  | 'answers-missing'
