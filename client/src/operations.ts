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
  listUserApplicationPasswords: 'GET admin/v1/users/{id}/application-passwords',
  createUserApplicationPassword: 'POST admin/v1/users/{id}/application-passwords',
  deleteUserApplicationPassword: 'DELETE admin/v1/users/{id}/application-passwords/{password_id}',
  signIn: 'POST admin/v1/sign-in',
  listKeys: 'GET admin/v1/keys',
  createKey: 'POST admin/v1/keys',
  deleteKey: 'DELETE admin/v1/keys/{id}',
  listChanges: 'GET admin/v1/changes',
  listMessages: 'GET admin/v1/messages',
  getMessage: 'GET admin/v1/messages/{id}',
  getMessageRaw: 'GET admin/v1/messages/{id}/raw',
  retryMessage: 'POST admin/v1/messages/{id}/retry',
  withdrawMessage: 'POST admin/v1/messages/{id}/withdraw',
  sendTestMessage: 'POST admin/v1/messages/test',
  createBounce: 'POST admin/v1/bounces',
  listSuppressions: 'GET admin/v1/suppressions',
  deleteSuppression: 'DELETE admin/v1/suppressions',
  getSession: 'GET admin/v1/session',
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
  listTickets: 'GET tickets/v1/tickets tickets',
  createTicket: 'POST tickets/v1/tickets',
  getTicket: 'GET tickets/v1/tickets/{id}',
  updateTicket: 'POST tickets/v1/tickets/{id}',
  deleteTicket: 'DELETE tickets/v1/tickets/{id}',
  getCart: 'GET tickets/v1/cart',
  updateCart: 'POST tickets/v1/cart',
  listOrders: 'GET tickets/v1/orders orders',
  getOrder: 'GET tickets/v1/orders/{id}',
  cancelOrder: 'POST tickets/v1/orders/{id}/cancel',
  createOrderRefund: 'POST tickets/v1/orders/{id}/refunds',
  createOrderNote: 'POST tickets/v1/orders/{id}/notes',
  resendOrder: 'POST tickets/v1/orders/{id}/resend',
  sendOrderLinks: 'POST tickets/v1/orders/links',
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
  createStripeWebhook: 'POST tickets/v1/commerce/stripe/webhook',
  createWalletWebhook: 'POST tickets/v1/commerce/wallet/webhook',
  createPaypalWebhook: 'POST tickets/v1/commerce/paypal/webhook',
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
/** Events that start on this date or later */
start_date?: unknown
/** Events that end on this date or earlier */
end_date?: unknown
/** Events that start before */
starts_before?: unknown
/** Events that start after */
starts_after?: unknown
/** Events that end before */
ends_before?: unknown
/** Events that end after */
ends_after?: unknown
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
/** For staff, unless it is `publish` */
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
/** With tickets, or without */
ticketed?: boolean
/** The password of a protected event */
password?: string
/** `edit` also reads protected events that the caller may edit */
context?: string
}; output: {
events: (Event)[]
rest_url: string
next_rest_url?: string
previous_rest_url?: string
total: number
total_pages: number
}; item: Event }
  /** Add an event. */
  createEvent: { input: {
/** What it is called */
title: string
/** Start, in the event's zone unless it has an offset */
start_date: string
/** End */
end_date: string
/** The id of a user */
author?: number
/** Publication, in the site's time zone */
date?: string
/** Publication, in UTC */
date_utc?: string
/** HTML */
description?: string
/** HTML */
excerpt?: string
/** Last part of its URL; derived from the title by default */
slug?: string
/** publish, future, draft, pending, private or trash; to call an event off send `happening` */
status?: string
/** IANA name or UTC±n; empty for the site’s */
timezone?: string
/** Whole days, from the first second to the last */
all_day?: boolean
/** Id or address of an image */
image?: string
/** The cost, as text, number or list of both */
cost?: unknown
/** The event's own website */
website?: unknown
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
categories?: unknown
/** Ids, slugs or names of tags */
tags?: unknown
/** The venue: an id, its data, or a list; empty for none */
venue?: unknown
/** Organizers: ids, their data, or a list; empty for none */
organizer?: unknown
/** The event that this one is part of; 0 for none */
post_parent?: number
/** Whether it takes place as planned; otherwise nothing is sold */
happening?: "scheduled" | "cancelled" | "postponed"
/** Plain text; a new `happening` without a reason has none */
happening_reason?: string
/** The password of a protected event; it permits reading only */
password?: string
/** Protects the event with a password; empty removes it */
event_password?: string
}; output: Event }
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
  updateEvent: { input: {
/** What it is called */
title?: string
/** Start */
start_date?: string
/** End */
end_date?: string
/** The id of a user */
author?: number
/** Publication, in the site's time zone */
date?: string
/** Publication, in UTC */
date_utc?: string
/** HTML */
description?: string
/** HTML */
excerpt?: string
/** Last part of its URL; derived from the title by default */
slug?: string
/** publish, future, draft, pending, private or trash; to call an event off send `happening` */
status?: string
/** IANA name or UTC±n; empty for the site’s */
timezone?: string
/** Whole days, from the first second to the last */
all_day?: boolean
/** Id or address of an image */
image?: string
/** The cost, as text, number or list of both */
cost?: unknown
/** The event's own website */
website?: unknown
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
categories?: unknown
/** Ids, slugs or names of tags */
tags?: unknown
/** The venue: an id, its data, or a list; empty for none */
venue?: unknown
/** Organizers: ids, their data, or a list; empty for none */
organizer?: unknown
/** The event that this one is part of; 0 for none */
post_parent?: number
/** Whether it takes place as planned; otherwise nothing is sold */
happening?: "scheduled" | "cancelled" | "postponed"
/** Plain text; a new `happening` without a reason has none */
happening_reason?: string
/** The password of a protected event; it permits reading only */
password?: string
/** Protects the event with a password; empty removes it */
event_password?: string
/** Hides the event although it has not ended and has valid tickets */
force?: boolean
/** The id of the event */
id: number
}; output: Event }
  /** Move an event to the trash. */
  deleteEvent: { input: {
/** Hides the event although it has not ended and has valid tickets */
force?: boolean
/** The id of the event */
id: number
/** The password of a protected event */
password?: string
/** `edit` also reads protected events that the caller may edit */
context?: string
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
/** What it is called */
title?: string
/** Start */
start_date?: string
/** End */
end_date?: string
/** The id of a user */
author?: number
/** Publication, in the site's time zone */
date?: string
/** Publication, in UTC */
date_utc?: string
/** HTML */
description?: string
/** HTML */
excerpt?: string
/** The slug of the event */
slug: string
/** publish, future, draft, pending, private or trash; to call an event off send `happening` */
status?: string
/** IANA name or UTC±n; empty for the site’s */
timezone?: string
/** Whole days, from the first second to the last */
all_day?: boolean
/** Id or address of an image */
image?: string
/** The cost, as text, number or list of both */
cost?: unknown
/** The event's own website */
website?: unknown
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
categories?: unknown
/** Ids, slugs or names of tags */
tags?: unknown
/** The venue: an id, its data, or a list; empty for none */
venue?: unknown
/** Organizers: ids, their data, or a list; empty for none */
organizer?: unknown
/** The event that this one is part of; 0 for none */
post_parent?: number
/** Whether it takes place as planned; otherwise nothing is sold */
happening?: "scheduled" | "cancelled" | "postponed"
/** Plain text; a new `happening` without a reason has none */
happening_reason?: string
/** The password of a protected event; it permits reading only */
password?: string
/** Protects the event with a password; empty removes it */
event_password?: string
/** Hides the event although it has not ended and has valid tickets */
force?: boolean
}; output: Event }
  /** Move an event to the trash. */
  deleteEventBySlug: { input: {
/** Hides the event although it has not ended and has valid tickets */
force?: boolean
/** The slug of the event */
slug: string
/** The password of a protected event */
password?: string
/** `edit` also reads protected events that the caller may edit */
context?: string
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
has_events?: unknown
/** Only those with upcoming events. */
only_with_upcoming?: unknown
/** For staff, unless it is `publish`. */
status?: (string)[]
}; output: {
venues: (Venue)[]
rest_url: string
next_rest_url?: string
previous_rest_url?: string
total: number
total_pages: number
}; item: Venue }
  /** Add a venue. */
  createVenue: { input: {
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
}; output: Venue }
  /** Read a venue by its id. */
  getVenue: { input: {
/** The id of the record. */
id: number
}; output: Venue }
  /** Change a venue by its id; omitted members stay. */
  updateVenue: { input: {
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
/** The id of the record. */
id: number
}; output: Venue }
  /** Move a venue to the trash by its id; its events lose the link. */
  deleteVenue: { input: {
/** The id of the record. */
id: number
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
}; output: Venue }
  /** Move a venue to the trash by its slug; its events lose the link. */
  deleteVenueBySlug: { input: {
/** The slug of the record. */
slug: string
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
has_events?: unknown
/** Only those with upcoming events. */
only_with_upcoming?: unknown
/** For staff, unless it is `publish`. */
status?: (string)[]
}; output: {
organizers: (Organizer)[]
rest_url: string
next_rest_url?: string
previous_rest_url?: string
total: number
total_pages: number
}; item: Organizer }
  /** Add an organizer. */
  createOrganizer: { input: {
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
/** E-mail address; not checked. */
email?: string
}; output: Organizer }
  /** Read an organizer by its id. */
  getOrganizer: { input: {
/** The id of the record. */
id: number
}; output: Organizer }
  /** Change an organizer by its id; omitted members stay. */
  updateOrganizer: { input: {
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
/** The id or address of an image; empty for none. */
image?: string
/** An address. */
website?: string
/** Telephone number. */
phone?: string
/** E-mail address; not checked. */
email?: string
/** The id of the record. */
id: number
}; output: Organizer }
  /** Move an organizer to the trash by its id; its events lose the link. */
  deleteOrganizer: { input: {
/** The id of the record. */
id: number
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
/** The id or address of an image; empty for none. */
image?: string
/** An address. */
website?: string
/** Telephone number. */
phone?: string
/** E-mail address; not checked. */
email?: string
}; output: Organizer }
  /** Move an organizer to the trash by its slug; its events lose the link. */
  deleteOrganizerBySlug: { input: {
/** The slug of the record. */
slug: string
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
}; output: {
rest_url: string
total: number
total_pages: number
categories: (Term)[]
next_rest_url?: string
previous_rest_url?: string
}; item: Term }
  /** Add a category. */
  createCategory: { input: {
/** What it is called. */
name: string
/** The description. */
description?: string
/** Derived from the name by default. */
slug?: string
/** The parent category. */
parent?: number
}; output: Term }
  /** Read a category. */
  getCategory: { input: {
/** The id of the term. */
id: number
}; output: Term }
  /** Change a category; omitted members stay. */
  updateCategory: { input: {
/** What it is called. */
name?: string
/** The description. */
description?: string
/** Derived from the name by default. */
slug?: string
/** The parent category. */
parent?: number
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
}; output: {
rest_url: string
total: number
total_pages: number
tags: (Term)[]
next_rest_url?: string
previous_rest_url?: string
}; item: Term }
  /** Add a tag. */
  createTag: { input: {
/** What it is called. */
name: string
/** The description. */
description?: string
/** Derived from the name by default. */
slug?: string
}; output: Term }
  /** Read a tag. */
  getTag: { input: {
/** The id of the term. */
id: number
}; output: Term }
  /** Change a tag; omitted members stay. */
  updateTag: { input: {
/** What it is called. */
name?: string
/** The description. */
description?: string
/** Derived from the name by default. */
slug?: string
/** The id of the term. */
id: number
}; output: Term }
  /** Delete a tag for good; its children move up, its events lose it. */
  deleteTag: { input: {
/** The id of the term. */
id: number
}; output: Term }
  /** Upload an image. */
  createImage: { input: {
/** The picture, as a file of a multipart form. It can also be the whole body, sent with its own content type. */
file?: unknown
}; output: Image }
  /** List images, the newest first. */
  listImages: { input: {
page?: number
/** Page size; at most 50. */
per_page?: number
}; output: {
images: (Image)[]
rest_url: string
next_rest_url?: string
previous_rest_url?: string
total: number
total_pages: number
}; item: Image }
  /** Read an image. */
  getImage: { input: {
id: number
}; output: Image }
  /** Delete an image for good; what shows it goes on without. */
  deleteImage: { input: {
id: number
}; output: Image }
  /** List the routes of this namespace. */
  getEventsIndex: { input: {
/** Not used: the address says it. */
namespace?: string
/** `help` adds the schemas of records. */
context?: string
}; output: {
[name: string]: unknown
} }
  /** The OpenAPI 3.1 document of this namespace. */
  getEventsDocument: { input: {}; output: {
[name: string]: unknown
} }
  /** List the accounts. */
  listUsers: { input: {}; output: (User)[] }
  /** Add an account. */
  createUser: { input: {
login: string
email: string
display_name?: string
role: "administrator" | "editor" | "author" | "contributor" | "subscriber"
grants?: ("manage_attendees")[]
password?: string
}; output: User }
  /** Read an account. */
  getUser: { input: {
id: number
}; output: User }
  /** Change an account. */
  updateUser: { input: {
email?: string
display_name?: string
role?: "administrator" | "editor" | "author" | "contributor" | "subscriber"
grants?: ("manage_attendees")[]
password?: string
/** With a new password: whether the account's application passwords and API keys go on. Without it they end. */
keep_keys?: boolean
id: number
}; output: {
id: number
login: string
display_name: string
email: string
role: "administrator" | "editor" | "author" | "contributor" | "subscriber"
grants: (string)[]
/** ISO 8601 */
created_at: string
/** With a new password: what it ended */
ended?: {
application_passwords: (ApplicationPassword)[]
api_keys: (ApiKey)[]
}
still_open?: {
scanner_keys: ({
id: number
name: string
event: number | null
created_at: string
expires_at: string | null
last_used_on: string | null
/** The request that ends it: method and address */
end_with: string
})[]
}
} }
  /** Delete an account; its records stay and lose their author. */
  deleteUser: { input: {
id: number
}; output: {
deleted: boolean
still_open: {
scanner_keys: ({
id: number
name: string
event: number | null
created_at: string
expires_at: string | null
last_used_on: string | null
/** The request that ends it: method and address */
end_with: string
})[]
}
} }
  /** List a person's application passwords. */
  listUserApplicationPasswords: { input: {
id: number
}; output: (ApplicationPassword)[] }
  /** Make an application password. */
  createUserApplicationPassword: { input: {
/** What the credential is for */
name: string
/** When it ends by itself, e.g. 2030-01-31T12:00:00Z */
expires_at?: string
/** The same, in days from now */
expires_in_days?: number
id: number
}; output: {
id: number
user_id: number
name: string
created_at: string
/** When it expires, ISO 8601 in UTC; null is never */
expires_at: string | null
last_used_on: string | null
/** Shown in this response only */
password: string
} }
  /** Revoke an application password. */
  deleteUserApplicationPassword: { input: {
id: number
password_id: number
}; output: {
deleted: boolean
} }
  /** Exchange a person's password for an application password. */
  signIn: { input: {
login: string
password: string
name?: string
/** When it ends by itself, e.g. 2030-01-31T12:00:00Z */
expires_at?: string
/** The same, in days from now */
expires_in_days?: number
}; output: {
id: number
user_id: number
name: string
created_at: string
/** When it expires, ISO 8601 in UTC; null is never */
expires_at: string | null
last_used_on: string | null
/** Shown in this response only */
password: string
} }
  /** List API keys: your own, or all for callers with `manage_users`. */
  listKeys: { input: {}; output: (ApiKey)[] }
  /** Make an API key with some of your own rights. */
  createKey: { input: {
/** What the credential is for */
name: string
scopes: ("read" | "events" | "attendees" | "site" | "users")[]
/** When it ends by itself, e.g. 2030-01-31T12:00:00Z */
expires_at?: string
/** The same, in days from now */
expires_in_days?: number
}; output: {
id: number
user_id: number
name: string
created_at: string
/** When it expires, ISO 8601 in UTC; null is never */
expires_at: string | null
last_used_on: string | null
scopes: (string)[]
/** Shown in this response only */
api_key: string
} }
  /** Revoke an API key. */
  deleteKey: { input: {
id: number
}; output: {
deleted: boolean
} }
  /** Read what happened behind a cursor, in order; waits for it if asked to. */
  listChanges: { input: {
/** The `cursor` of the answer before. Without it the list begins with the oldest change that is kept, with `latest` behind the newest. */
after?: string
/** Only changes of these types. */
types?: ("event.saved" | "event.deleted" | "event.cancelled" | "event.postponed" | "event.rescheduled" | "venue.saved" | "organizer.saved" | "term.saved" | "ticket.saved" | "ticket.deleted" | "cart.held" | "order.created" | "order.completed" | "order.moved" | "order.refunded" | "attendee.registered" | "attendee.changed" | "attendee.checked_in" | "attendee.check_in_undone" | "message.failed" | "message.bounced")[]
/** How many. */
limit?: number
/** Seconds to wait for a change when there is none yet. */
wait?: number
}; output: Changes }
  /** List mails, newest first. */
  listMessages: { input: {
state?: "queued" | "sending" | "sent" | "captured" | "failed" | "suppressed" | "bounced" | "withdrawn"
kind?: "order.confirmed" | "ticket.issued" | "order.pending" | "order.failed" | "order.refunded" | "order.links" | "ticket.transferred" | "event.changed" | "event.cancelled" | "event.postponed" | "event.reminder" | "test"
/** Messages about this order. */
order?: number
recipient?: string
/** Messages older than the one with this id. */
before?: number
limit?: number
}; output: {
messages: (Message)[]
/** Whether there are older ones. */
more: boolean
} }
  /** Read what became of a mail. */
  getMessage: { input: {
id: number
}; output: Message }
  /** Read a mail that was kept because no mail server is set. */
  getMessageRaw: { input: {
id: number
}; output: unknown }
  /** Send a mail that did not arrive once more. */
  retryMessage: { input: {
id: number
}; output: Message }
  /** Take a mail back that has not left. */
  withdrawMessage: { input: {
id: number
}; output: Message }
  /** Send a test mail, the same way as every other. */
  sendTestMessage: { input: {
to: string
}; output: Message }
  /** Take a mail that came back, as it arrived in the mailbox of MAIL_BOUNCES_TO. */
  createBounce: { input: {
/** The whole mail. */
raw: string
}; output: {
outcome: "bounced" | "delayed" | "unknown"
} }
  /** List why addresses get no mail; the addresses themselves are not kept. */
  listSuppressions: { input: {}; output: ({
/** `all`, or the kind of mail and the event. */
scope: string
reason: string
message_id: number | null
at: string
})[] }
  /** Let an address get mail again. */
  deleteSuppression: { input: {
email: string
}; output: {
deleted: boolean
} }
  /** Read the sign-in of this browser, with the nonce that its writes need. */
  getSession: { input: {}; output: CurrentSession }
  /** List the browsers that are signed in to an account. */
  listUserSessions: { input: {
id: number
}; output: (Session)[] }
  /** Sign a browser out. */
  deleteUserSession: { input: {
id: number
session_id: number
}; output: {
deleted: boolean
} }
  /** Make a link with which a person sets a password or signs in, once. */
  createUserLink: { input: {
/** `invitation` sets the first password, `reset` a new one and ends application passwords and API keys, `sign-in` opens the account without one */
purpose: "invitation" | "reset" | "sign-in"
id: number
}; output: {
/** Works once. Shown in this answer and never again */
url: string
purpose: string
expires_at: string
} }
  /** List the routes of this namespace. */
  getAdminIndex: { input: {
/** Not used: the address says it. */
namespace?: string
/** `help` adds the schemas of records. */
context?: string
}; output: {
[name: string]: unknown
} }
  /** The OpenAPI 3.1 document of this namespace. */
  getAdminDocument: { input: {}; output: {
[name: string]: unknown
} }
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
/** Of this event */
post_id?: number
/** Of this ticket */
ticket_id?: number
/** Of this order; for staff */
order_id?: number
/** Made on or after this UTC date or timestamp */
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
}; output: {
rest_url: string
total: number
total_pages: number
attendees: (Attendee)[]
}; item: Attendee }
  /** Make an attendee without an order. */
  createAttendee: { input: {
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
}; output: Attendee }
  /** Read an attendee. */
  getAttendee: { input: {
/** The id of the attendee */
id: number
/** Password of a protected event */
password?: string
}; output: Attendee }
  /** Check an attendee in or out, change who it is, or move it to another ticket. */
  updateAttendee: { input: {
/** The ticket to move the attendee to; of the same event */
ticket_id?: number
/** Whether the attendee is checked in */
check_in?: boolean
/** The same; `check_in` beats it */
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
/** The id of the attendee */
id: number
}; output: Attendee }
  /** List scanner keys. */
  listScannerKeys: { input: {}; output: (ScannerKey)[] }
  /** Make a scanner key. */
  createScannerKey: { input: {
/** Shown when a ticket is scanned a second time */
name: string
/** The one event the key works for; without it, all events */
event?: number
/** When it ends by itself, e.g. 2030-01-31T12:00:00Z */
expires_at?: string
/** The same, in days from now */
expires_in_days?: number
}; output: {
id: number
name: string
event: number | null
created_at: string
/** When it expires, ISO 8601 in UTC; null is never */
expires_at: string | null
last_used_on: string | null
/** Shown in this response only */
api_key: string
} }
  /** Revoke a scanner key. */
  deleteScannerKey: { input: {
id: number
}; output: {
deleted: boolean
} }
  /** The public keys that verify signed ticket codes, as a JSON Web Key Set. */
  listTicketKeys: { input: {}; output: {
keys: ({
kty: "OKP"
crv: "Ed25519"
use: "sig"
kid: string
/** The 32 bytes of the key, in base64url */
x: string
})[]
} }
  /** Whether an attendee is checked in, for callers who may read its event. */
  getCheckInState: { input: {
/** The attendee's security code */
id: number
}; output: {
id: number
checked_in: string
} }
  /** Check an attendee in with a scanner key and the ticket's security code. */
  checkInByCode: { input: {
/** Required, here or as bearer token */
api_key?: string
/** Required; the id of the attendee */
ticket_id?: string
/** Required */
security_code?: string
event_id?: string
}; output: {
msg: string
error?: string
code?: string
message?: string
data?: {
status: number
}
attendee?: {
[name: string]: unknown
}
} }
  /** Check a scanned ticket in. */
  createCheckIn: { input: {
/** A signed ticket code, the address in a QR picture, or the code printed beside it */
ticket: string
/** When the device scanned it; now if absent */
at?: string
/** A unique id of the scan; sent again, it gets the same response */
nonce?: string
}; output: {
msg: string
error?: string
code?: string
message?: string
data?: {
status: number
}
attendee?: {
[name: string]: unknown
}
} }
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
}; output: {
rest_url: string
total: number
total_pages: number
tickets: (Ticket)[]
}; item: Ticket }
  /** Add a ticket to an event. Send `add_ticket_nonce`: `nonces.add` of the event, read while signed in as an editor. */
  createTicket: { input: {
/** The event of the ticket. */
post_id?: unknown
/** `nonces.add` of the event, which `GET /events/{id}` answers to whoever is signed in and may edit it. */
add_ticket_nonce?: unknown
/** `tc` for tickets of the shop, paid or free; `rsvp` for answers to an invitation. */
provider?: unknown
/** A decimal; blank is free. */
price?: unknown
/** The ticket's name. */
name?: string
/** The same; `name` beats it. */
title?: string
/** The same as `ticket[capacity]`, which beats it. */
capacity?: unknown
/** Plain text; it may be blank. */
description?: string
/** Whether the description is shown: `yes` or `no`. */
show_description?: unknown
/** First day of the sale, in the zone of the event. */
start_date?: string
/** Time of day on the first day; needs a first day. */
start_time?: string
/** Last day of the sale. */
end_date?: string
/** Time of day on the last day; needs a last day. */
end_time?: string
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
/** Stock, sale price and fees. */
ticket?: {
/** Blank is unlimited. */
mode?: "own" | "capped" | "global" | "unlimited" | ""
/** A whole number; negative is unlimited; blank is the default. */
capacity?: unknown
/** Capacity of the event's shared stock. */
event_capacity?: unknown
/** Instead of capacity: how many should remain for sale. */
stock?: unknown
sale_price?: {
checked?: unknown
price?: unknown
start_date?: string
end_date?: string
}
fees?: {
selected_fees?: (unknown)[]
}
}
}; output: Ticket }
  /** Read a ticket. */
  getTicket: { input: {
/** The id of the ticket. */
id: number
/** The password of a protected event. */
password?: string
}; output: Ticket }
  /** Change a ticket; omitted members stay. Send `edit_ticket_nonce`: `nonces.edit` of the ticket. */
  updateTicket: { input: {
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
capacity?: unknown
/** Plain text; it may be blank. */
description?: string
/** Whether the description is shown: `yes` or `no`. */
show_description?: unknown
/** First day of the sale, in the zone of the event. */
start_date?: string
/** Time of day on the first day; needs a first day. */
start_time?: string
/** Last day of the sale. */
end_date?: string
/** Time of day on the last day; needs a last day. */
end_time?: string
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
/** Stock, sale price and fees. */
ticket?: {
/** Blank is unlimited. */
mode?: "own" | "capped" | "global" | "unlimited" | ""
/** A whole number; negative is unlimited; blank is the default. */
capacity?: unknown
/** Capacity of the event's shared stock. */
event_capacity?: unknown
/** Instead of capacity: how many should remain for sale. */
stock?: unknown
sale_price?: {
checked?: unknown
price?: unknown
start_date?: string
end_date?: string
}
fees?: {
selected_fees?: (unknown)[]
}
}
/** The id of the ticket. */
id: number
}; output: Ticket }
  /** Remove a ticket; its attendees stay. */
  deleteTicket: { input: {
/** The event of the ticket. */
post_id: number
/** `nonces.remove` of the ticket, which `GET /tickets/{id}` answers to whoever is signed in and may edit it. */
remove_ticket_nonce: string
/** The id of the ticket. */
id: number
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
  updateCart: { input: {
/** `tc` or `rsvp`; ignored, because the ticket determines it. */
provider: string
/** Quantities of tickets; 0 removes a ticket, tickets not listed stay. */
tickets?: ({
/** The id of the ticket. */
ticket_id?: number
/** The same; `ticket_id` beats it. */
id?: number
quantity?: number
optout?: boolean
/** For an RSVP: whether the attendees come. */
going?: boolean
provider?: string
})[]
/** Names of attendees. */
meta?: ({
ticket_id?: number
provider?: string
/** Item n is `{full_name, email}` of attendee n. */
items?: (unknown)[]
})[]
/** The event; checked, otherwise without effect. */
post_id?: number
/** The cart's secret; the cookie can be used instead. */
cart_hash?: string
/** The password of a protected event. */
password?: string
}; output: Cart }
  /** List orders, newest first. */
  listOrders: { input: {
page?: number
per_page?: number
/** Orders with tickets of this event */
post_id?: number
status?: ("created" | "pending" | "action-req" | "approved" | "completed" | "denied" | "not-completed" | "voided" | "refunded" | "reversed")[]
gateway?: ("card" | "wallet" | "sandbox" | "free" | "staff")[]
/** Part of the purchaser's name or address */
search?: string
}; output: {
orders: (Order)[]
total: number
total_pages: number
rest_url: string
}; item: Order }
  /** Read an order with its lines, attendees, history and refunds. */
  getOrder: { input: {
id: number
}; output: OrderDetail }
  /** Give up an unpaid order and free its places. */
  cancelOrder: { input: {
reason?: string
id: number
}; output: OrderDetail }
  /** Give back places, everything, or money while the places stay taken. */
  createOrderRefund: { input: {
/** Places of ticket lines to give back, less their share of the coupon. */
lines?: ({
id: number
quantity: number
})[]
/** Decimal amount; places stay taken, also when it is all that was paid. */
amount?: string
/** True: every place that is left, and all the money that is left. */
whole?: boolean
/** With `lines` or `whole`. `refund` (unless said): places and their fees; `keep`: places without their fees; `only`: the fees, and the places stay. */
fees?: "refund" | "keep" | "only"
reason?: string
id: number
}; output: OrderDetail }
  /** Add a note to an order's history. */
  createOrderNote: { input: {
note: string
id: number
}; output: OrderDetail }
  /** Send the tickets of an order again, also to a corrected address. */
  resendOrder: { input: {
/** Another address than the buyer gave, e.g. the corrected one. */
to?: string
id: number
}; output: Message }
  /** Have the links of your orders sent to your address; the answer never tells whether there are any. */
  sendOrderLinks: { input: {
email: string
}; output: {
accepted: boolean
} }
  /** Order a cart that costs nothing. */
  createFreeOrder: { input: {
/** Names the cart; else its cookie does */
cart_hash?: string
/** The total that the buyer was shown, in major units; another one is 409 */
expected_total?: string
/** Who buys: `{name, email}` */
purchaser?: unknown
/** The payment, where the client knows it */
payment_intent?: {
id?: string
key?: string
}
}; output: {
success: true
/** Of the order, in major units with all decimals */
total: string
currency: string
id: number
redirect_url: string
attendees: ({
id: number
ticket_id: number
title: string
security_code: string
/** A picture of the code; needs no sign-in */
qr_url: string
})[]
} }
  /** Begin to connect a card account: the nonce its payload must carry. */
  createCardSignUp: { input: {}; output: {
/** Good once, for an hour */
nonce: string
return_url: string
} }
  /** Start paying a cart by card. */
  createCardOrder: { input: {
/** Names the cart; else its cookie does */
cart_hash?: string
/** The total that the buyer was shown, in major units; another one is 409 */
expected_total?: string
/** Who buys: `{name, email}` */
purchaser?: unknown
/** The payment, where the client knows it */
payment_intent?: {
id?: string
key?: string
}
}; output: {
success: true
/** Of the order, in major units with all decimals */
total: string
currency: string
order_id: number
payment_intent_id: string
client_secret: string
return_url: string
redirect_url?: string
publishable_key?: string
sandbox?: true
} }
  /** Tell that the buyer has paid: the payment is read from the processor and settled. */
  updateCardOrder: { input: {
/** Names the cart; else its cookie does */
cart_hash?: string
/** The secret of the payment */
client_secret?: string
/** Only without a real processor: what the buyer does */
sandbox_outcome?: "succeed" | "decline" | "action" | "delay"
/** The processor's id of the payment */
order_id: string
}; output: {
success: true
/** Of the order, in major units with all decimals */
total: string
currency: string
status: string
order_id: number
gateway_order_id: string
redirect_url: string
attendees?: ({
id: number
ticket_id: number
title: string
security_code: string
/** A picture of the code; needs no sign-in */
qr_url: string
})[]
sandbox?: true
} }
  /** Give the order up and free its places. */
  deleteCardOrder: { input: {
/** Names the cart; else its cookie does */
cart_hash?: string
/** What the order becomes; `not-completed` unless said */
failed_status?: string
/** Why it failed */
failed_reason?: string
/** The processor's id of the payment */
order_id: string
}; output: {
success: true
status: string
order_id: number
title: string
} }
  /** Begin to connect a wallet account: where the merchant signs up. */
  createWalletSignUp: { input: {}; output: {
url: string
/** For the POST that follows: good once, for an hour */
nonce: string
} }
  /** Take the code that the provider's sign-up page handed to the browser. */
  createWalletOnBoarding: { input: {
/** From the sign-up, or from the page that began it */
nonce: string
/** The code that the provider gave the browser */
auth_code: string
/** The id that the provider gave the browser with it */
shared_id: string
}; output: {
success: boolean
error?: string
} }
  /** Start paying a cart with the wallet. */
  createWalletOrder: { input: {
/** Names the cart; else its cookie does */
cart_hash?: string
/** The total that the buyer was shown, in major units; another one is 409 */
expected_total?: string
/** Who buys: `{name, email}` */
purchaser?: unknown
/** The payment, where the client knows it */
payment_intent?: {
id?: string
key?: string
}
}; output: {
success: true
/** Of the order, in major units with all decimals */
total: string
currency: string
/** The wallet provider's order id */
id: string
order_id: number
approve_url?: string
/** Sent when it is paid already */
redirect_url?: string
sandbox?: true
} }
  /** Take the money the buyer agreed to, or with `recheck` settle what became of it. */
  updateWalletOrder: { input: {
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
/** The wallet provider's id of the order */
order_id: string
}; output: {
success: true
/** Of the order, in major units with all decimals */
total: string
currency: string
status: string
order_id: number
gateway_order_id: string
redirect_url: string
attendees?: ({
id: number
ticket_id: number
title: string
security_code: string
/** A picture of the code; needs no sign-in */
qr_url: string
})[]
sandbox?: true
} | {
success: true
/** The wallet provider's order id */
order_id: string
status: string
sandbox?: true
} }
  /** Give the order up and free its places. */
  deleteWalletOrder: { input: {
/** Names the cart; else its cookie does */
cart_hash?: string
/** What the order becomes; `not-completed` unless said */
failed_status?: string
/** Why it failed */
failed_reason?: string
/** The wallet provider's id of the order */
order_id: string
}; output: {
success: true
status: string
order_id: number
title: string
} }
  /** Receive a provider's message. */
  createCardWebhook: { input: {}; output: {
received: boolean
outcome: string
} }
  /** Receive a provider's message. */
  createStripeWebhook: { input: {}; output: {
received: boolean
outcome: string
} }
  /** Receive a provider's message. */
  createWalletWebhook: { input: {}; output: {
received: boolean
outcome: string
} }
  /** Receive a provider's message. */
  createPaypalWebhook: { input: {}; output: {
received: boolean
outcome: string
} }
  /** List all coupons. */
  listCoupons: { input: {}; output: (Coupon)[] }
  /** Add a coupon. */
  createCoupon: { input: {
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
/** Valid from this date-time; blank for at once. */
start_time?: string
/** Valid until this date-time; blank for ever. */
end_time?: string
}; output: Coupon }
  /** Read a coupon. */
  getCoupon: { input: {
/** The id of the coupon. */
id: number
}; output: Coupon }
  /** Change a coupon. */
  updateCoupon: { input: {
/** What buyers type. */
slug?: string
/** The name that staff see. */
display_name?: string
/** Whether it is active; only active coupons can be used. */
status?: "active" | "inactive" | "draft"
/** Percentage points (1 to 100) or whole units of the currency. */
amount?: number
/** The amount as a decimal, e.g. "17.3"; it takes precedence over `amount`. */
raw_amount?: string
/** A percentage of the total, or an amount. */
sub_type?: "percent" | "flat"
/** How often it can be used; 0 is unlimited. */
usage_limit?: number
/** Valid from this date-time; blank for at once. */
start_time?: string
/** Valid until this date-time; blank for ever. */
end_time?: string
/** The id of the coupon. */
id: number
}; output: Coupon }
  /** Delete a coupon; carts lose it, orders keep what they were given. */
  deleteCoupon: { input: {
/** The id of the coupon. */
id: number
}; output: {
deleted: boolean
} }
  /** Whether a coupon can be used now. */
  validateCoupon: { input: {
/** The slug of the coupon. */
coupon: string
}; output: {
valid: boolean
} }
  /** Apply a coupon to the cart, in place of another one. */
  applyCoupon: { input: {
/** The slug of the coupon. */
coupon: string
/** The secret of the cart. */
cart_hash: string
/** Not used: the payment is the cart's own. */
payment_intent_id?: string
/** The purchaser; not used. */
purchaser_data?: {
name?: string
email?: string
}
}; output: {
success: boolean
/** E.g. `- &#x24;1.50`. */
discount: string
label: string
message: string
/** E.g. `&#x24;8.50`. */
cartAmount: string
/** The total went to or from zero. */
doReload: boolean
} }
  /** Remove a coupon from the cart. */
  removeCoupon: { input: {
/** The slug of the coupon. */
coupon: string
/** The secret of the cart. */
cart_hash: string
/** Not used: the payment is the cart's own. */
payment_intent_id?: string
/** The purchaser; not used. */
purchaser_data?: {
name?: string
email?: string
}
}; output: {
success: boolean
message: string
cartAmount: string
doReload: boolean
} }
  /** List the first hundred fees. */
  listFees: { input: {
/** Fees with these statuses. */
status?: ("active" | "inactive" | "draft")[]
}; output: {
/** By id; `[]` when there are none. */
all_fees: {} | (Fee)[]
/** By id; `[]` when there are none. */
automatic_fees: {} | (Fee)[]
/** By id; `[]` when there are none. */
selectable_fees: {} | (Fee)[]
} }
  /** Add a fee. */
  createFee: { input: {
/** The name that buyers see. */
display_name: string
/** Unique. */
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
}; output: Fee }
  /** Read a fee. */
  getFee: { input: {
/** The id of the fee. */
id: number
}; output: Fee }
  /** Change a fee. */
  updateFee: { input: {
/** The name that buyers see. */
display_name?: string
/** Unique. */
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
/** The id of the fee. */
id: number
}; output: Fee }
  /** Delete a fee; orders keep what they were charged. */
  deleteFee: { input: {
/** The id of the fee. */
id: number
}; output: {
deleted: boolean
} }
  /** The fees of a ticket, and those that can be selected for it. */
  listTicketFees: { input: {
/** The id of the ticket. */
ticket_id: number
}; output: {
/** By id; `[]` when there are none. */
available_fees: {} | (Fee)[]
/** By id; `[]` when there are none. */
automatic_fees: {} | (Fee)[]
selected_fees: (number)[]
} }
  /** Set the selected fees of a ticket. */
  updateTicketFees: { input: {
/** All ids of this ticket's selected fees. */
selected_fees: (number)[]
/** The id of the ticket. */
ticket_id: number
}; output: {
/** By id; `[]` when there are none. */
available_fees: {} | (Fee)[]
/** By id; `[]` when there are none. */
automatic_fees: {} | (Fee)[]
selected_fees: (number)[]
} }
  /** List the routes of this namespace. */
  getTicketsIndex: { input: {
/** Not used: the address says it. */
namespace?: string
/** `help` adds the schemas of records. */
context?: string
}; output: {
[name: string]: unknown
} }
  /** The OpenAPI 3.1 document of this namespace. */
  getTicketsDocument: { input: {}; output: {
[name: string]: unknown
} }
}

export type ImageSize = {
width: number
height: number
"mime-type": string
/** Bytes. */
filesize: number
url: string
}

export type Image = {
url: string
id: number
extension: string
width: number
height: number
/** Bytes. */
filesize: number
/** Absent when the picture has no smaller size. */
sizes?: {}
}

export type DateDetails = {
year: string
month: string
day: string
hour: string
minutes: string
seconds: string
}

export type CostDetails = {
currency_symbol: string
currency_code: string
currency_position: string
/** From the lowest to the highest. */
values: (string)[]
}

export type EventTerm = {
id: number
/** Number of public events with this term. */
count: number
description: string
/** HTML-encoded. */
name: string
slug: string
taxonomy: string
urls: {
self: string
collection: string
/** The parent; absent at the top level. */
up?: string
}
term_group: number
term_taxonomy_id: number
parent: number
filter: string
}

export type Venue = {
id: number
global_id: string
global_id_lineage: (string)[]
author?: string
status?: string
date?: string
date_utc?: string
modified?: string
modified_utc?: string
url?: string
/** HTML. */
description?: string
slug?: string
image?: Image
phone?: string
website?: string
/** On single reads only. */
json_ld?: {
[name: string]: unknown
}
/** The name, HTML-encoded. */
venue?: string
address?: string
city?: string
country?: string
province?: string
state?: string
zip?: string
stateprovince?: string
geo_lat?: number
geo_lng?: number
show_map: boolean
show_map_link: boolean
}

export type Organizer = {
id: number
global_id: string
global_id_lineage: (string)[]
author?: string
status?: string
date?: string
date_utc?: string
modified?: string
modified_utc?: string
url?: string
/** HTML. */
description?: string
slug?: string
image?: Image
phone?: string
website?: string
/** On single reads only. */
json_ld?: {
[name: string]: unknown
}
/** The name, HTML-encoded. */
organizer?: string
email?: string
}

export type Event = {
id: number
global_id: string
global_id_lineage: (string)[]
author: string
status: string
date: string
date_utc: string
modified: string
modified_utc: string
url: string
rest_url: string
title: string
description: string
excerpt: string
slug: string
image: false | Image
all_day: boolean | null
start_date: string
start_date_details: DateDetails
end_date: string
end_date_details: DateDetails
utc_start_date: string
utc_start_date_details: DateDetails
utc_end_date: string
utc_end_date_details: DateDetails
timezone: string
timezone_abbr: string
cost: string
cost_details: CostDetails
website: string
show_map: boolean | null
show_map_link: boolean | null
hide_from_listings: boolean | null
sticky: boolean | null
featured: boolean | null
categories: (EventTerm)[]
tags: (EventTerm)[]
venue: Venue | (unknown)[]
organizer: (Organizer)[]
custom_fields: (unknown)[]
happening: "scheduled" | "cancelled" | "postponed"
happening_reason: string
json_ld?: {
[name: string]: unknown
}
ticketed: boolean | null | (string)[]
attendance?: {
total_attendees: number
checked_in: number
not_checked_in: number
}
nonces?: {
add: string
}
}

export type Term = {
id: number
/** Number of public events with this term. */
count: number
description: string
/** HTML-encoded. */
name: string
slug: string
taxonomy: string
urls: {
self: string
collection: string
/** The parent; absent at the top level. */
up?: string
}
/** Categories only; 0 at the top level. */
parent?: number
meta: (unknown)[]
url: string
/** In responses of reads only. */
_links?: {
self: ({
href: string
})[]
collection: ({
href: string
})[]
up?: ({
href: string
})[]
}
}

export type User = {
id: number
login: string
display_name: string
email: string
role: "administrator" | "editor" | "author" | "contributor" | "subscriber"
grants: (string)[]
/** ISO 8601 */
created_at: string
}

export type ApplicationPassword = {
id: number
user_id: number
name: string
created_at: string
/** When it expires, ISO 8601 in UTC; null is never */
expires_at: string | null
last_used_on: string | null
}

export type ApiKey = {
id: number
user_id: number
name: string
created_at: string
/** When it expires, ISO 8601 in UTC; null is never */
expires_at: string | null
last_used_on: string | null
scopes: (string)[]
}

export type Changes = {
changes: ({
/** Its place in the order of all changes: each is one more than the one before. */
sequence: number
type: "event.saved" | "event.deleted" | "event.cancelled" | "event.postponed" | "event.rescheduled" | "venue.saved" | "organizer.saved" | "term.saved" | "ticket.saved" | "ticket.deleted" | "cart.held" | "order.created" | "order.completed" | "order.moved" | "order.refunded" | "attendee.registered" | "attendee.changed" | "attendee.checked_in" | "attendee.check_in_undone" | "message.failed" | "message.bounced"
/** ISO 8601 */
timestamp: string
/** Ids of what it is about, never personal data. */
data: {}
})[]
/** To be sent as `after` for what comes next. */
cursor: string
/** Whether further changes can be read at once. */
more: boolean
}

export type Message = {
id: number
kind: "order.confirmed" | "ticket.issued" | "order.pending" | "order.failed" | "order.refunded" | "order.links" | "ticket.transferred" | "event.changed" | "event.cancelled" | "event.postponed" | "event.reminder" | "test"
state: "queued" | "sending" | "sent" | "captured" | "failed" | "suppressed" | "bounced" | "withdrawn"
recipient: string
locale: string
/** Empty until it was made. */
subject: string
order_id: number | null
event_id: number | null
attendee_id: number | null
attempts: number
/** When it is due, ISO 8601. */
send_at: string
created_at: string
sent_at: string | null
bounced_at: string | null
message_id: string | null
bytes: number | null
smtp_code: number | null
response: string | null
error: string | null
}

export type CurrentSession = {
id: number
user: {
id: number
login: string
display_name: string
role: "administrator" | "editor" | "author" | "contributor" | "subscriber"
}
/** What this sign-in may do */
capabilities: (string)[]
/** Send it as `X-WP-Nonce` with every write */
nonce: string
/** Signed in within ten minutes, so that it may make lasting credentials */
fresh: boolean
}

export type Session = {
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

export type Attendee = {
id: number
post_id: number
ticket_id: number
global_id: string
global_id_lineage: (string)[]
author: string
status: string
date: string
date_utc: string
modified: string
modified_utc: string
rest_url: string
ticket: {
id: number
title: string
description: string
raw_price: string
formatted_price: string
currency_config: {
symbol: string
placement: string
decimal_point: string
thousands_sep: string
number_of_decimals: number
}
start_sale: string
end_sale: string
}
optout: boolean
title?: string
provider?: string
order?: number | string
sku?: string
email?: string
checked_in?: boolean
checkin_details?: false | {
date: string
date_details: {
year: string
month: string
day: string
hour: string
minutes: string
seconds: string
}
source: string
author: number
device: string
}
is_subscribed?: boolean
is_purchaser?: boolean
order_status?: string
qr_url?: string
rsvp_going?: boolean
payment?: {
provider: string
price: string
currency: string
date: string
date_details: {
year: string
month: string
day: string
hour: string
minutes: string
seconds: string
}
}
}

export type ScannerKey = {
id: number
name: string
event: number | null
created_at: string
/** When it expires, ISO 8601 in UTC; null is never */
expires_at: string | null
last_used_on: string | null
}

export type TicketCost = {
/** As HTML. */
currency_symbol: string
/** `prefix` or `postfix`. */
currency_position: string
values: (string | number)[]
suffix: null
currency_decimal_separator: string
/** Decimals of the currency. */
currency_decimal_numbers: number
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
/** Unique over all sites. */
global_id: string
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
available_from_details: DateDetails | (unknown)[]
/** When the sale ends, on the wall clock of the event, YYYY-MM-DD HH:MM:SS. */
available_until: string
available_until_details: DateDetails | (unknown)[]
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
sale_price_data: {
/** `1`, or blank. */
enabled: string | number
/** In major units; blank without one. */
sale_price: string | number
/** First day, YYYY-MM-DD; blank is open. */
start_date: string
/** Last day, YYYY-MM-DD; blank is open. */
end_date: string
} | (unknown)[]
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
/** Answers to the invitation; for managers. */
rsvp?: {
rsvp_going: number
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
/** The fewest one order may have; for editors, in places. */
min_per_order?: number
/** The most one order may have; for editors, in places. */
max_per_order?: number
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
/** After a write: values that were not saved as sent. */
warnings?: (string)[]
[name: string]: unknown
}

export type Cart = {
tickets: ({
ticket_id: number
quantity: number
post_id: number
optout: number
iac: string
provider: string
going?: boolean
/** Price per place, in major units with all decimals. */
price: string
/** Price of the line, in major units with all decimals. */
sub_total: string
})[]
meta: ({
ticket_id: number
provider: string
items: ({
full_name: string
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
currency: string
/** The slug of the cart's coupon. */
coupon: string | null
/** Sent while payments are simulated: no money moves. */
sandbox?: true
}

export type OrderLine = {
id: number
type: "ticket" | "fee" | "coupon" | "rounding"
ticket_id: number | null
fee_id: number | null
coupon_id: number | null
name: string
quantity: number
/** Per unit, decimal in major units */
price: string
sub_total: string
refunded_quantity: number
/** By naming places of this line, their fees and share of the coupon included */
refunded: string
}

export type Order = {
id: number
status: "created" | "pending" | "action-req" | "approved" | "completed" | "denied" | "not-completed" | "voided" | "refunded" | "reversed"
provider: string
gateway: "card" | "wallet" | "sandbox" | "free" | "staff"
gateway_order_id: string | null
sandbox: boolean
post_id: number | null
currency: string
subtotal: string
fees: string
discount: string
/** Added to, or with a minus taken off, the total so that the gateway can move it. */
rounding: string
total: string
paid: string
refunded: string
purchaser: {
name: string
email: string
}
created_at: string
completed_at: string | null
failed_reason: string | null
items: (OrderLine)[]
}

export type OrderDetail = {
id: number
status: "created" | "pending" | "action-req" | "approved" | "completed" | "denied" | "not-completed" | "voided" | "refunded" | "reversed"
provider: string
gateway: "card" | "wallet" | "sandbox" | "free" | "staff"
gateway_order_id: string | null
sandbox: boolean
post_id: number | null
currency: string
subtotal: string
fees: string
discount: string
/** Added to, or with a minus taken off, the total so that the gateway can move it. */
rounding: string
total: string
paid: string
refunded: string
purchaser: {
name: string
email: string
}
created_at: string
completed_at: string | null
failed_reason: string | null
items: (OrderLine)[]
attendees: ({
id: number
ticket_id: number
title: string
security_code: string
qr_url: string
})[]
history: ({
from: string | null
to: string
cause: string
note: string | null
at: string
})[]
refunds: ({
id: number
amount: string
state: string
reason: string
at: string
})[]
redirect_url: string
}

export type Coupon = {
id: number
slug: string
name: string
sub_type: "percent" | "flat"
/** Percentage points or units of the currency. */
amount: number
/** The same with six decimals. */
raw_amount: string
/** The currency of a flat amount, which counts only in carts of that currency. */
currency: string | null
status: "active" | "inactive" | "draft"
start_time: string | null
end_time: string | null
usage_limit: number | null
/** The number of orders that used it, refunded ones excepted. */
used: number
}

export type Fee = {
id: number
modifier_type: "fee"
sub_type: "percent" | "flat"
/** With six decimals. */
raw_amount: string
/** The currency of a flat amount, which is charged only in carts of that currency. */
currency: string | null
slug: string
display_name: string
status: "active" | "inactive" | "draft"
created_at: string
start_time: string | null
end_time: string | null
meta_value: "all" | "per"
}

export type ErrorCode =
  | 'rest_no_route'
  | 'rest_invalid_json'
  | 'rest_missing_callback_param'
  | 'rest_invalid_param'
  | 'rest_forbidden'
  | 'rest_invalid_body'
  | 'rest_body_too_large'
  | 'rest_unsupported_media_type'
  | 'rest_invalid_url'
  | 'rest_headers_too_large'
  | 'rest_request_timeout'
  | 'rest_too_many_requests'
  | 'rest_unavailable'
  | 'rest_list_too_long'
  | 'internal_server_error'
  | 'invalid_username'
  | 'invalid_email'
  | 'incorrect_password'
  | 'rest_invalid_token'
  | 'rest_cookie_invalid_nonce'
  | 'rest_session_not_found'
  | 'rest_link_not_found'
  | 'rest_user_exists'
  | 'rest_last_administrator'
  | 'rest_user_not_found'
  | 'rest_key_not_found'
  | 'cursor_expired'
  | 'message_not_found'
  | 'suppression_not_found'
  | 'message_move_not_allowed'
  | 'idempotency_key_reused'
  | 'idempotency_key_in_use'
  | 'idempotency_key_invalid'
  | 'rest-event-not-found'
  | 'rest-invalid-event-id'
  | 'event-no-longer-available'
  | 'event-not-accessible'
  | 'event-password-protected'
  | 'event-is-in-trash'
  | 'event-has-orders'
  | 'event-archive-page-not-found'
  | 'venue-not-accessible'
  | 'venue-is-in-trash'
  | 'venue-archive-page-not-found'
  | 'could-not-create-venue'
  | 'organizer-not-accessible'
  | 'organizer-is-in-trash'
  | 'organizer-archive-page-not-found'
  | 'could-not-create-organizer'
  | 'invalid-linked-post-id'
  | 'term_exists'
  | 'duplicate_term_slug'
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
  | 'tickets_fee_not_found'
  | 'tickets_commerce_update_fees_for_ticket_error'
  | 'invalid-purchaser-info'
  | 'attendee-names-missing'
  | 'tec-tc-empty-cart'
  | 'tec-tc-insufficient-stock'
  | 'tec_tickets_commerce_free_order_invalid_cart'
  | 'cart-total-changed'
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
