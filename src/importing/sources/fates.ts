/**
 * What becomes of every kind of data that a site has: it is taken, or it stays behind for a reason that the report names. Kinds
 * that are not listed stay behind too.
 */
export type Fate = 'taken' | { readonly why: string }

const own = { why: 'The old system needs it for itself.' }
const counted = { why: 'Counted anew from the orders and attendees.' }
const repeated = { why: 'It repeats what another value says.' }
const shown = { why: 'It only decides how the old site shows amounts.' }

/** Types of posts, in the order in which they are written. */
const takenTypes = [
  'attachment',
  'tribe_venue',
  'tribe_organizer',
  'tribe_events',
  'tec_tc_ticket',
  'tribe_rsvp_tickets',
  'tribe_tpp_tickets',
  'tec_tc_order',
  'tec_tc_attendee',
  'tribe_rsvp_attendees',
  'tribe_tpp_attendees',
  'tribe_wooticket',
  'tribe_eddticket',
] as const

const page = {
  why: 'Pages and articles are no part of a ticket service; their addresses answer 404.',
}

const types: Readonly<Record<string, Fate>> = {
  ...Object.fromEntries(takenTypes.map(type => [type, 'taken' as const])),
  page,
  post: page,
  'auto-draft': { why: 'It was never saved.' },
  revision: { why: 'Earlier versions of texts are not taken.' },
  tribe_tpp_orders: { why: 'Orders of the old PayPal module are not taken, their attendees are.' },
  shop_order: { why: "The shop's orders are not taken, the attendees of its tickets are." },
  edd_payment: { why: "The shop's orders are not taken, the attendees of its tickets are." },
}

export const fateOfType = (type: string): Fate =>
  types[type] ?? { why: 'This kind of post has no place here.' }

const keys: readonly (readonly [pattern: RegExp, fate: Fate])[] = [
  [
    /^_Event(StartDate|EndDate|Timezone|AllDay|VenueID|OrganizerID|ShowMap|ShowMapLink|URL|HideFromUpcoming|Cost|Phone|Recurrence)$/,
    'taken',
  ],
  [/^_EventCurrency(Symbol|Code|Position)$/, shown],
  [/^_EventCost(Min|Max)$/, repeated],
  [
    /^_Event(StartDateUTC|EndDateUTC|Duration|TimezoneAbbr|RecurrenceRRULE|OrganizerID_Order)$/,
    repeated,
  ],
  [
    /^_Venue(Address|City|Country|Province|State|StateProvince|Zip|Phone|URL|ShowMap|ShowMapLink|Lat|Lng)$/,
    'taken',
  ],
  [/^_Organizer(Email|Website|Phone)$/, 'taken'],
  [/^_(VenueDescription|OrganizerDescription|Venuepost_.*|Organizerpost_.*)$/, repeated],
  [/^_(Event|Venue|Organizer)Origin$/, own],
  [/^_tribe_events_status(_reason)?$/, 'taken'],
  [/^_tribe_featured$/, 'taken'],
  [/^_tribe_events_(is_virtual|virtual_url)$/, 'taken'],
  [/^_thumbnail_id$/, 'taken'],
  [/^_tribe_ticket_(use_global_stock|capacity|show_description|show_not_going)$/, 'taken'],
  [/^_tribe_ticket_global_stock_level$/, counted],
  [/^_tribe_hide_attendees_list$/, 'taken'],
  [/^_wp_(old_slug|desired_post_slug)$/, 'taken'],
  [/^_wp_(attached_file|attachment_image_alt)$/, 'taken'],
  [/^_wp_attachment_metadata$/, repeated],
  [/^_wp_trash_meta_(status|time)$/, own],
  [
    /^_(tec_tickets_commerce|tribe_rsvp|tribe_tpp|tribe_wooticket|tribe_eddticket)_(for_)?(event|ticket|product|order|status|security_code|full_name|email|price_paid|currency|optout|attendee_optout|checked_in|checkedin|checked_in_details|checkedin_details)$/,
    'taken',
  ],
  [
    /^_(paid_price|price|sale_price|sale_price_checked|sale_price_start_date|sale_price_end_date|sku|manage_stock|global_stock_mode|type)$/,
    'taken',
  ],
  [/^_ticket_(start|end)_(date|time)$/, 'taken'],
  [/^_tribe_tickets_(meta|attendee_user_id)$/, 'taken'],
  [/^_tribe_tickets_meta_enabled$/, repeated],
  [/^_tribe_deleted_product_name$/, 'taken'],
  [/^_tribe_qr_status$/, repeated],
  [
    /^_(tec_attendee_clone_of|tec_slr_seat_label|tec_slr_reservation_id)$/,
    { why: 'Seats and passes of several events have no place here.' },
  ],
  [
    /^_tec_tc_order_(gateway|gateway_order_id|items|total_value|currency|purchaser_full_name|purchaser_email|purchaser_user_id|status_log_[a-z-]+)$/,
    'taken',
  ],
  [
    /^_tec_tc_order_(subtotal_value|hash|purchaser_first_name|purchaser_last_name|events_in_order|tickets_in_order)$/,
    repeated,
  ],
  [
    /^_tec_tc_order_(gateway_payload_.*|gateway_customer_id|original_gateway_order_id|gateway_order_object)$/,
    { why: "What the payment provider said stays with the provider; the payment's id is taken." },
  ],
  [
    /^_tec_tc_order_total_(tax|tip)$/,
    { why: 'Taxes and tips of an order are part of its adjustment.' },
  ],
  [/^_tec_tc_order_fa_marker:/, own],
  [/^_tec_tickets_coupon_usage_calculated$/, own],
  [
    /^(_stock|_stock_status|total_sales|_tec_tc_ticket_status_count:.*|_tribe_deleted_attendees_count)$/,
    counted,
  ],
  [
    /^(_backorders|_tribe_ticket_version|_tribe_modified_fields|_tribe_ignored_event_previous_status|_tribe_default_ticket_provider|_edit_lock|_edit_last|_pingme|_encloseme|_wp_page_template)$/,
    own,
  ],
]

export const fateOfKey = (key: string): Fate =>
  keys.find(([pattern]) => pattern.test(key))?.[1] ?? { why: 'This extra field has no place here.' }

const queue = { why: 'Queues, caches and bookkeeping of the old system are not taken.' }

const tables: readonly (readonly [pattern: RegExp, fate: Fate])[] = [
  [/^(posts|postmeta|terms|term_taxonomy|term_relationships|users|usermeta|options)$/, 'taken'],
  [/^tec_order_modifiers(_meta)?$|^tec_order_modifier_relationships$/, 'taken'],
  [/^tec_(events|occurrences)$/, repeated],
  [
    /^(comments|commentmeta|links)$/,
    { why: 'Comments and lists of links are no part of a ticket service.' },
  ],
  [/^termmeta$/, { why: 'Colours and pictures of terms have no place here.' }],
  [
    /^tec_slr_|^tec_ticket_groups$|^tec_posts_and_ticket_groups$/,
    { why: 'Seats and passes of several events have no place here.' },
  ],
  [
    /^actionscheduler_|^shepherd_|^tec_kv_cache$|^tec_tickets_commerce_webhooks$|^tec_square_/,
    queue,
  ],
]

export const fateOfTable = (table: string): Fate =>
  tables.find(([pattern]) => pattern.test(table))?.[1] ?? {
    why: 'This table is of another program.',
  }

const takenOptions = new Set([
  'home',
  'siteurl',
  'blogname',
  'WPLANG',
  'timezone_string',
  'gmt_offset',
  'tribe_events_calendar_options',
])

export const fateOfOption = (option: string): Fate =>
  takenOptions.has(option)
    ? 'taken'
    : {
        why: 'Settings of the old system are not taken, but for its name, language, address, zone and currency.',
      }

const userKeys: readonly (readonly [pattern: RegExp, fate: Fate])[] = [
  [/^_application_passwords$|capabilities$/, 'taken'],
]

export const fateOfUserKey = (key: string): Fate =>
  userKeys.find(([pattern]) => pattern.test(key))?.[1] ?? {
    why: 'Of accounts the login, name, address, role and passwords of programs are taken.',
  }
