// Made from the migrated database by `npm run generate`. Do not edit.
import type { ColumnType } from 'kysely'

/** Columns with a default may be left out when a row is written. */
type WithDefault<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Timestamp = ColumnType<Date, Date | string, Date | string>
type NullableTimestamp = ColumnType<Date | null, Date | string | null, Date | string | null>
/** Written as JSON text. */
type Json = ColumnType<unknown, string, string>
type NullableJson = ColumnType<unknown, string | null, string | null>

interface AnswersTable {
  id: WithDefault<number>
  question_id: number
  order_id: WithDefault<number | null>
  attendee_id: WithDefault<number | null>
  value: Json
  version: number
  given_at: WithDefault<Timestamp>
  user_id: WithDefault<number | null>
}

interface ApiKeysTable {
  id: WithDefault<number>
  user_id: number
  name: string
  scopes: string[]
  secret_hash: Buffer
  created_at: WithDefault<Timestamp>
  expires_at: WithDefault<NullableTimestamp>
  last_used_on: WithDefault<string | null>
}

interface ApplicationPasswordsTable {
  id: WithDefault<number>
  user_id: number
  name: string
  secret_hash: Buffer
  created_at: WithDefault<Timestamp>
  last_used_on: WithDefault<string | null>
  expires_at: WithDefault<NullableTimestamp>
}

interface AttendeeCountsTable {
  ticket_id: number
  order_status: string
  event_id: number
  valid: number
  inside: number
  listed: number
}

interface AttendeeDoorNotesTable {
  attendee_id: number
  door_note: string
}

interface AttendeeImportsTable {
  id: WithDefault<number>
  event_id: number
  user_id: WithDefault<number | null>
  file_name: WithDefault<string>
  state: WithDefault<'running' | 'done' | 'failed'>
  started_at: WithDefault<Timestamp>
  ended_at: WithDefault<NullableTimestamp>
  lines: WithDefault<number>
  made: WithDefault<number>
  repeated: WithDefault<number>
  refused: WithDefault<number>
  codes: WithDefault<number>
  refusals: WithDefault<Json>
}

interface AttendeesTable {
  id: WithDefault<number>
  event_id: number
  ticket_id: number
  ticket_name: string
  order_id: WithDefault<number | null>
  order_line_id: WithDefault<number | null>
  user_id: WithDefault<number | null>
  status: 'publish' | 'trash'
  order_status: string
  holder_name: WithDefault<string>
  holder_email: WithDefault<string>
  purchaser_name: WithDefault<string>
  purchaser_email: WithDefault<string>
  opted_out: WithDefault<boolean>
  going: WithDefault<boolean | null>
  paid_minor: WithDefault<number>
  currency: string
  pool_id: WithDefault<number | null>
  shared_pool_id: WithDefault<number | null>
  stock: 'taken' | 'returned' | 'none'
  security_code: string
  generation: WithDefault<number>
  checked_in_at: WithDefault<NullableTimestamp>
  check_in_source: WithDefault<string | null>
  check_in_user_id: WithDefault<number | null>
  check_in_device: WithDefault<string | null>
  created_at: WithDefault<Timestamp>
  updated_at: WithDefault<Timestamp>
  search_text: WithDefault<string>
  passed_on_at: WithDefault<NullableTimestamp>
  passed_to: WithDefault<string>
}

interface AuditEntriesTable {
  id: WithDefault<number>
  at: WithDefault<Timestamp>
  actor_kind: 'user' | 'scanner' | 'provider' | 'job' | 'command' | 'device'
  actor_id: WithDefault<number | null>
  actor_name: WithDefault<string>
  request_id: WithDefault<string | null>
  operation: WithDefault<string | null>
  action: 'created' | 'changed' | 'deleted'
  record: string
  record_id: WithDefault<number | null>
  part: WithDefault<string | null>
  before: WithDefault<NullableJson>
  after: WithDefault<NullableJson>
  personal: WithDefault<NullableJson>
}

interface AwaitedPaymentsTable {
  order_id: number
  pay_by: string
  user_id: WithDefault<number | null>
  at: WithDefault<Timestamp>
}

interface BookEntriesTable {
  id: WithDefault<number>
  at: Timestamp
  event_id: WithDefault<number | null>
  order_id: number
  line_id: WithDefault<number | null>
  kind: 'sale' | 'fee' | 'discount' | 'return' | 'payment' | 'refund' | 'dispute' | 'till' | 'rounding'
  method: string
  amount_minor: number
  net_minor: WithDefault<number | null>
  tax_minor: WithDefault<number | null>
  tax_bp: WithDefault<number | null>
  tax_code: WithDefault<string | null>
  currency: string
  till_id: WithDefault<number | null>
  cause_kind: string
  cause_id: number
  n: number
}

interface BookPositionsTable {
  name: string
  looked_until: Timestamp
}

interface BookedOrdersTable {
  order_id: number
  as_of: Timestamp
}

interface BroughtCodesTable {
  attendee_id: number
  old_id: number
  wrong_tries: WithDefault<number>
  code_hash: WithDefault<Buffer | null>
}

interface BroughtPasswordsTable {
  id: WithDefault<number>
  user_id: number
  name: string
  stored: string
  created_at: Timestamp
}

interface BudgetsTable {
  key: Buffer
  spent: number
  until: Timestamp
}

interface BuyerWordsTable {
  id: WithDefault<number>
  order_id: number
  refund_id: WithDefault<number | null>
  words: string
  user_id: WithDefault<number | null>
  at: WithDefault<Timestamp>
}

interface CalendarUidsTable {
  event_id: number
  uid: string
}

interface CapturesTable {
  message_id: number
  raw: Buffer
  at: Timestamp
}

interface CarriedCodesTable {
  event_id: number
  key_hash: Buffer
  is_code: boolean
  attendee_id: WithDefault<number | null>
}

interface CartAnswersTable {
  cart_id: number
  question_id: number
  ticket_id: number
  place: number
  value: Json
  version: number
  given_at: WithDefault<Timestamp>
}

interface CartsTable {
  id: WithDefault<number>
  token_hash: Buffer
  state: WithDefault<'open' | 'paying' | 'ordered'>
  address: WithDefault<string>
  lines: WithDefault<Json>
  coupon_id: WithDefault<number | null>
  expires_at: WithDefault<NullableTimestamp>
  hold_extended: WithDefault<boolean>
  created_at: WithDefault<Timestamp>
  updated_at: WithDefault<Timestamp>
  lost_coupon: WithDefault<string | null>
  hold_extensions: WithDefault<number>
  held_since: WithDefault<NullableTimestamp>
}

interface CheckInsTable {
  id: WithDefault<number>
  attendee_id: number
  kind: 'admitted' | 'refused' | 'undone'
  reason: WithDefault<string | null>
  at: WithDefault<Timestamp>
  device_at: WithDefault<NullableTimestamp>
  source: string
  user_id: WithDefault<number | null>
  scanner_key_id: WithDefault<number | null>
  nonce: WithDefault<string | null>
  is_conflict: WithDefault<boolean>
}

interface CompQuotasTable {
  event_id: number
  places: number
}

interface CompsTable {
  order_id: number
  event_id: number
  places: number
  reason: string
  user_id: WithDefault<number | null>
  at: WithDefault<Timestamp>
}

interface ConfiguredGatewaysTable {
  gateway: 'card' | 'wallet'
  since: WithDefault<Timestamp>
}

interface CouponBatchesTable {
  id: WithDefault<number>
  prefix: string
  template: string
  tag: string
  created_at: WithDefault<Timestamp>
}

interface CouponHoldsTable {
  cart_id: number
  coupon_id: number
  expires_at: Timestamp
  places: WithDefault<number>
}

interface CouponLimitsTable {
  coupon_id: number
  event_ids: WithDefault<number[]>
  ticket_ids: WithDefault<number[]>
  opens: WithDefault<number[]>
  min_total_minor: WithDefault<number | null>
  min_total_currency: WithDefault<string | null>
  max_places: WithDefault<number | null>
  max_places_per_order: WithDefault<number | null>
  per_person: WithDefault<number | null>
  tag: WithDefault<string>
  batch_id: WithDefault<number | null>
}

interface CouponPlacesTable {
  coupon_id: number
  ordered: number
}

interface CouponsTable {
  id: WithDefault<number>
  slug: string
  display_name: string
  status: 'active' | 'inactive' | 'draft'
  kind: 'percent' | 'flat'
  amount: number
  starts_at: WithDefault<NullableTimestamp>
  ends_at: WithDefault<NullableTimestamp>
  usage_limit: WithDefault<number | null>
  held: WithDefault<number>
  used: WithDefault<number>
  created_at: WithDefault<Timestamp>
  currency: WithDefault<string | null>
}

interface DeskBatchesTable {
  order_id: number
  event_id: number
  ticket_id: number
  places: number
  user_id: WithDefault<number | null>
  at: WithDefault<Timestamp>
}

interface DeskNotesTable {
  id: WithDefault<number>
  order_id: WithDefault<number | null>
  attendee_id: WithDefault<number | null>
  text: string
  user_id: WithDefault<number | null>
  at: WithDefault<Timestamp>
}

interface DoorCodesTable {
  attendee_id: number
  code: string
}

interface DoorDevicesTable {
  id: WithDefault<number>
  name: string
  event_ids: number[]
  gate_id: WithDefault<number | null>
  pairing_hash: WithDefault<Buffer | null>
  pairing_ends_at: WithDefault<NullableTimestamp>
  secret_hash: WithDefault<Buffer | null>
  created_by: WithDefault<number | null>
  created_at: WithDefault<Timestamp>
  paired_at: WithDefault<NullableTimestamp>
  seen_at: WithDefault<NullableTimestamp>
  revoked_at: WithDefault<NullableTimestamp>
  app_version: WithDefault<string>
  unsent: WithDefault<number>
  battery: WithDefault<number | null>
  last_seq: WithDefault<number>
  profile: WithDefault<'scan' | 'search' | 'list'>
}

interface DoorScansTable {
  device_id: number
  seq: number
  event_id: number
  attendee_id: WithDefault<number | null>
  kind: 'in' | 'out' | 'undo' | 'stands' | 'guest_in' | 'guest_out'
  at: Timestamp
  device_at: Timestamp
  gate_id: WithDefault<number | null>
  verdict: string
  reason: WithDefault<string>
  refusal: WithDefault<string | null>
  of_seq: WithDefault<number | null>
  result: string
  merged: string
  received_at: WithDefault<Timestamp>
}

interface DoorStatesTable {
  attendee_id: number
  event_id: number
  inside: boolean
  entered_at: WithDefault<NullableTimestamp>
  device_id: WithDefault<number | null>
  gate_id: WithDefault<number | null>
}

interface EmptiedOrdersTable {
  order_id: number
  at: Timestamp
}

interface EventNoticesTable {
  event_id: number
  since: Timestamp
  due_at: Timestamp
  told: Json
  first_change_at: WithDefault<NullableTimestamp>
  changed_at: WithDefault<NullableTimestamp>
  meanwhile: WithDefault<NullableJson>
}

interface EventOrganizersTable {
  event_id: number
  organizer_id: number
  ordinal: number
}

interface EventRemindersTable {
  event_id: number
  starts_at: Timestamp
}

interface EventTermsTable {
  event_id: number
  term_id: number
}

interface EventsTable {
  id: WithDefault<number>
  author_id: WithDefault<number | null>
  parent_id: WithDefault<number | null>
  status: string
  title: string
  description: WithDefault<string>
  excerpt: WithDefault<string>
  slug: WithDefault<string>
  password_hash: WithDefault<string | null>
  timezone: string
  all_day: WithDefault<boolean>
  start_local: string
  end_local: string
  starts_at: Timestamp
  ends_at: Timestamp
  published_local: WithDefault<string | null>
  published_at: WithDefault<NullableTimestamp>
  created_at: WithDefault<Timestamp>
  updated_at: WithDefault<Timestamp>
  venue_id: WithDefault<number | null>
  image_id: WithDefault<number | null>
  website: WithDefault<string | null>
  cost: WithDefault<NullableJson>
  show_map: WithDefault<boolean>
  show_map_link: WithDefault<boolean>
  hide_from_listings: WithDefault<boolean>
  sticky: WithDefault<boolean>
  featured: WithDefault<boolean>
  ticketed: WithDefault<string[]>
  ticket_prices_minor: WithDefault<number[]>
  search_text: WithDefault<string>
  ticket_prices_currency: WithDefault<string | null>
  happening: WithDefault<'scheduled' | 'cancelled' | 'postponed'>
  happening_reason: WithDefault<string>
  sequence: WithDefault<number>
  external_id: WithDefault<string | null>
  description_html: WithDefault<string | null>
  excerpt_html: WithDefault<string | null>
  online_url: WithDefault<string | null>
  doors_offset_s: WithDefault<number | null>
  age_note: WithDefault<string>
  access_note: WithDefault<string>
}

interface FactsTable {
  id: WithDefault<number>
  name: string
  payload: Json
  at: WithDefault<Timestamp>
  position: WithDefault<number | null>
}

interface FeeTaxRatesTable {
  fee_id: number
  rate_id: number
}

interface FeesTable {
  id: WithDefault<number>
  slug: string
  display_name: string
  status: 'active' | 'inactive' | 'draft'
  kind: 'percent' | 'flat'
  amount: number
  applies_to: 'all' | 'per'
  starts_at: WithDefault<NullableTimestamp>
  ends_at: WithDefault<NullableTimestamp>
  created_at: WithDefault<Timestamp>
  currency: WithDefault<string | null>
}

interface FollowersTable {
  name: string
  position: number
  since: WithDefault<Timestamp>
  failing_since: WithDefault<NullableTimestamp>
  error: WithDefault<string | null>
}

interface FormerCodesTable {
  attendee_id: number
  code_hash: Buffer
  at: Timestamp
}

interface FreePlacesTable {
  address: string
  pool_id: number
  hour: Timestamp
  places: number
}

interface GatesTable {
  id: WithDefault<number>
  event_id: number
  name: string
  place: WithDefault<string>
  ticket_ids: WithDefault<number[]>
  created_at: WithDefault<Timestamp>
}

interface GatewayMessagesTable {
  gateway: string
  message_id: string
  kind: string
  reference: WithDefault<string | null>
  outcome: string
  received_at: WithDefault<Timestamp>
}

interface GrantsTable {
  id: WithDefault<number>
  user_id: number
  set: 'manager' | 'finance' | 'box_office' | 'door' | 'reader'
  event_id: WithDefault<number | null>
  refund_limit_minor: WithDefault<number | null>
  currency: WithDefault<string | null>
  created_by: WithDefault<number | null>
  created_at: WithDefault<Timestamp>
}

interface HalfSignInsTable {
  secret_hash: Buffer
  user_id: number
  expires_at: Timestamp
}

interface HandoversTable {
  code_hash: string
  browser_hash: string
  network: string
  event_id: number
  quantities: Json
  expires_at: Timestamp
}

interface HiddenTicketsTable {
  ticket_id: number
}

interface HolderChangesTable {
  attendee_id: number
  generation: number
  name: string
  email: string
  at: Timestamp
}

interface HoldsTable {
  id: WithDefault<number>
  cart_id: number
  event_id: number
  ticket_id: number
  pool_id: number
  quantity: number
  state: WithDefault<'open' | 'sold' | 'released' | 'expired'>
  expires_at: Timestamp
  created_at: WithDefault<Timestamp>
}

interface IdempotencyKeysTable {
  scope: string
  key_hash: Buffer
  request_hash: Buffer
  state: 'running' | 'answered'
  made: WithDefault<NullableJson>
  answer: WithDefault<Buffer | null>
  locked_until: Timestamp
  created_at: WithDefault<Timestamp>
  attempt: WithDefault<string | null>
}

interface ImageFilesTable {
  image_id: number
  size: string
  digest: string
  content: Buffer
}

interface ImagesTable {
  id: WithDefault<number>
  author_id: WithDefault<number | null>
  name: string
  extension: string
  mime_type: string
  width: number
  height: number
  byte_size: number
  sizes: WithDefault<Json>
  source_url: WithDefault<string | null>
  created_at: WithDefault<Timestamp>
  file_key: WithDefault<string>
}

interface ImportLossesTable {
  run_id: number
  n: number
  kind: string
  old_id: WithDefault<number | null>
  reason: string
}

interface ImportMappingsTable {
  head_hash: Buffer
  mapping: Json
  used_at: WithDefault<Timestamp>
}

interface ImportRecordsTable {
  source_id: number
  kind: string
  old_id: number
  our_id: number
  hash: string
  ours: WithDefault<string | null>
}

interface ImportRunsTable {
  id: WithDefault<number>
  source_id: number
  reader: string
  state: WithDefault<'running' | 'done' | 'failed'>
  started_at: WithDefault<Timestamp>
  ended_at: WithDefault<NullableTimestamp>
  counts: WithDefault<Json>
  left_behind: WithDefault<Json>
  losses: WithDefault<number>
  error: WithDefault<string | null>
}

interface ImportSourcesTable {
  id: WithDefault<number>
  home: string
  events_slug: string
  event_slug: string
  record_offset: WithDefault<number>
  scanner_key_hash: WithDefault<Buffer | null>
  created_at: WithDefault<Timestamp>
}

interface JobSchedulesTable {
  name: string
  next_at: Timestamp
}

interface JobsTable {
  id: WithDefault<number>
  name: string
  payload: WithDefault<Json>
  key: WithDefault<string | null>
  run_at: WithDefault<Timestamp>
  attempts: WithDefault<number>
  max_attempts: number
  failed_at: WithDefault<NullableTimestamp>
  last_error: WithDefault<string | null>
  created_at: WithDefault<Timestamp>
}

interface LaneBatchesTable {
  id: string
  at: WithDefault<Timestamp>
  given_up: WithDefault<boolean>
}

interface MailSenderTable {
  id: number
  holder: WithDefault<string | null>
  lease_until: WithDefault<NullableTimestamp>
  paused_until: WithDefault<NullableTimestamp>
  pauses: WithDefault<number>
  problem: WithDefault<string | null>
  connections: WithDefault<number | null>
  turn: WithDefault<number>
}

interface MailTextsTable {
  event_id: WithDefault<number | null>
  kind: string
  locale: string
  subject: string
  intro: string
  updated_at: Timestamp
}

interface MerchantAccountsTable {
  gateway: string
  details: Json
  secrets: WithDefault<Buffer | null>
  connected_at: WithDefault<Timestamp>
}

interface MessageTextsTable {
  run_id: number
  locale: string
  subject: string
  body: string
}

interface MessagesTable {
  id: WithDefault<number>
  kind: string
  cause: string
  recipient: string
  about_kind: 'order' | 'attendee' | 'event' | 'address' | 'account'
  about_id: number
  order_id: WithDefault<number | null>
  event_id: WithDefault<number | null>
  attendee_id: WithDefault<number | null>
  locale: string
  details: WithDefault<Json>
  state: WithDefault<'queued' | 'sending' | 'sent' | 'captured' | 'failed' | 'suppressed' | 'bounced' | 'withdrawn' | 'withheld'>
  send_at: Timestamp
  lease_until: WithDefault<NullableTimestamp>
  attempts: WithDefault<number>
  message_id: WithDefault<string | null>
  subject: WithDefault<string>
  bytes: WithDefault<number | null>
  smtp_code: WithDefault<number | null>
  response: WithDefault<string | null>
  error: WithDefault<string | null>
  created_at: Timestamp
  sent_at: WithDefault<NullableTimestamp>
  bounced_at: WithDefault<NullableTimestamp>
  network: WithDefault<string | null>
  flow: WithDefault<string | null>
  turn: WithDefault<number | null>
}

interface OldAddressesTable {
  path: string
  kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag'
  record_id: number
  left_at: WithDefault<Timestamp>
}

interface OrderCouponsTable {
  order_id: number
  coupon_id: WithDefault<number | null>
  ticket_ids: number[]
  places: number
  counted: WithDefault<boolean>
}

interface OrderDisputesTable {
  order_id: number
  dispute_id: string
  state: 'inquiry' | 'open' | 'won' | 'lost'
  move_id: number
  answer_by: WithDefault<NullableTimestamp>
}

interface OrderLineTaxesTable {
  line_id: number
  name: string
  code: string
  bp: number
}

interface OrderLinesTable {
  id: WithDefault<number>
  order_id: number
  ordinal: number
  kind: 'ticket' | 'fee' | 'coupon'
  ticket_id: WithDefault<number | null>
  event_id: WithDefault<number | null>
  fee_id: WithDefault<number | null>
  coupon_id: WithDefault<number | null>
  name: string
  quantity: number
  unit_minor: number
  regular_unit_minor: number
  total_minor: number
  refunded_quantity: WithDefault<number>
  refunded_minor: WithDefault<number>
  names: WithDefault<Json>
  opted_out: WithDefault<boolean>
  going: WithDefault<boolean | null>
}

interface OrderMovesTable {
  id: WithDefault<number>
  order_id: number
  from_status: WithDefault<string | null>
  to_status: string
  cause: string
  note: WithDefault<string | null>
  at: WithDefault<Timestamp>
}

interface OrderTextsTable {
  order_id: number
  search_text: string
}

interface OrdersTable {
  id: WithDefault<number>
  cart_id: WithDefault<number | null>
  event_id: WithDefault<number | null>
  gateway: 'external' | 'card' | 'wallet' | 'sandbox' | 'free' | 'staff'
  gateway_order_id: WithDefault<string | null>
  status: 'created' | 'pending' | 'action-req' | 'approved' | 'completed' | 'denied' | 'not-completed' | 'refunded' | 'reversed' | 'voided'
  currency: string
  subtotal_minor: number
  fees_minor: number
  discount_minor: number
  total_minor: number
  paid_minor: WithDefault<number>
  refunded_minor: WithDefault<number>
  coupon_id: WithDefault<number | null>
  coupon_use: WithDefault<'none' | 'held' | 'used' | 'returned'>
  stock: WithDefault<'none' | 'held' | 'taken' | 'returned'>
  purchaser_name: string
  purchaser_email: string
  user_id: WithDefault<number | null>
  attempt: WithDefault<number>
  failed_reason: WithDefault<string | null>
  created_at: WithDefault<Timestamp>
  updated_at: WithDefault<Timestamp>
  completed_at: WithDefault<NullableTimestamp>
  recheck_at: WithDefault<NullableTimestamp>
  money_missed_at: WithDefault<NullableTimestamp>
  locale: WithDefault<string | null>
  terms_accepted: WithDefault<string | null>
  payment_behind: WithDefault<boolean>
  placed_by: WithDefault<string | null>
  link_generation: WithDefault<number>
}

interface OrganizersTable {
  id: WithDefault<number>
  author_id: WithDefault<number | null>
  status: string
  name: string
  slug: string
  description: WithDefault<string>
  phone: WithDefault<string>
  website: WithDefault<string>
  email: WithDefault<string>
  image_id: WithDefault<number | null>
  published_local: WithDefault<string | null>
  published_at: WithDefault<NullableTimestamp>
  created_at: WithDefault<Timestamp>
  updated_at: WithDefault<Timestamp>
  search_text: WithDefault<string>
  description_html: WithDefault<string | null>
}

interface PaymentsTable {
  id: WithDefault<number>
  order_id: number
  method: 'card' | 'wallet' | 'sandbox' | 'cash' | 'terminal' | 'bank' | 'voucher' | 'none'
  amount_minor: number
  currency: string
  at: Timestamp
  reference: WithDefault<string>
  till_id: WithDefault<number | null>
  user_id: WithDefault<number | null>
}

interface PlaceMovesTable {
  id: WithDefault<number>
  attendee_id: number
  event_id: number
  order_id: WithDefault<number | null>
  from_ticket_id: number
  to_ticket_id: number
  from_line_id: WithDefault<number | null>
  to_line_id: WithDefault<number | null>
  before_minor: number
  price_minor: number
  worth_minor: number
  fee_minor: number
  pricing: 'new' | 'keep'
  settle: 'refund' | 'forgive'
  refund_id: WithDefault<number | null>
  reason: WithDefault<string>
  user_id: WithDefault<number | null>
  at: WithDefault<Timestamp>
}

interface PlanRowsTable {
  plan_id: number
  n: number
  subject_id: number
  action: 'do' | 'by_hand' | 'skip'
  reason: WithDefault<string | null>
  amount_minor: WithDefault<number>
  currency: WithDefault<string | null>
  method: WithDefault<string | null>
  detail: WithDefault<Json>
}

interface PlansTable {
  id: WithDefault<number>
  kind: 'refunds' | 'tickets' | 'message'
  user_id: number
  event_id: WithDefault<number | null>
  wish: Json
  basis: string
  summary: Json
  created_at: Timestamp
  expires_at: Timestamp
}

interface PoolsTable {
  id: WithDefault<number>
  event_id: number
  shared_pool_id: WithDefault<number | null>
  capacity: WithDefault<number | null>
  held: WithDefault<number>
  sold: WithDefault<number>
}

interface QuestionTextsTable {
  question_id: number
  version: number
  text: Json
  at: WithDefault<Timestamp>
}

interface QuestionsTable {
  id: WithDefault<number>
  event_id: number
  place: number
  asked_of: 'order' | 'attendee'
  kind: 'text' | 'long_text' | 'choice' | 'several' | 'yes_no' | 'consent' | 'date' | 'email' | 'phone'
  text: Json
  required: boolean
  choices: WithDefault<Json>
  tickets: WithDefault<Json>
  show_if: WithDefault<NullableJson>
  sensitive: boolean
  closed: WithDefault<boolean>
  version: WithDefault<number>
  updated_at: WithDefault<Timestamp>
  at_door: WithDefault<boolean>
}

interface RecoveryCodesTable {
  user_id: number
  code_hash: Buffer
  used_at: WithDefault<NullableTimestamp>
}

interface RefundChoicesTable {
  run_id: number
  n: number
  order_id: number
  until_at: Timestamp
  may_keep: boolean
  asked_at: Timestamp
  chosen: WithDefault<'refund' | 'donate' | 'keep' | null>
  chosen_at: WithDefault<NullableTimestamp>
}

interface RefundStepsTable {
  refund_id: number
  state: 'done' | 'failed'
  at: Timestamp
}

interface RefundsTable {
  id: WithDefault<number>
  order_id: number
  amount_minor: number
  lines: WithDefault<Json>
  reason: WithDefault<string>
  state: 'reserved' | 'sent' | 'done' | 'failed'
  gateway_refund_id: WithDefault<string | null>
  idempotency_key: string
  created_at: WithDefault<Timestamp>
  updated_at: WithDefault<Timestamp>
  user_id: WithDefault<number | null>
  method: WithDefault<'paid' | 'cash' | 'by_hand'>
  attendee_ids: WithDefault<number[] | null>
}

interface RunItemsTable {
  run_id: number
  n: number
  subject_id: number
  state: WithDefault<'waiting' | 'doing' | 'done' | 'failed' | 'skipped' | 'by_hand'>
  reason: WithDefault<string | null>
  amount_minor: WithDefault<number>
  currency: WithDefault<string | null>
  method: WithDefault<string | null>
  detail: WithDefault<Json>
  provider_key: WithDefault<string>
  refund_id: WithDefault<number | null>
  attempts: WithDefault<number>
  due_at: WithDefault<NullableTimestamp>
  lease_until: WithDefault<NullableTimestamp>
  lease: WithDefault<string | null>
  ended_at: WithDefault<NullableTimestamp>
}

interface RunningExportsTable {
  id: WithDefault<number>
  user_id: number
  list: string
  format: string
  query: string
  open_until: Timestamp
}

interface RunsTable {
  id: WithDefault<number>
  kind: 'refunds' | 'tickets' | 'message'
  plan_id: number
  user_id: number
  credential: string
  event_id: WithDefault<number | null>
  wish: Json
  state: WithDefault<'running' | 'paused' | 'stopping' | 'stopped' | 'done'>
  paused_by: WithDefault<string | null>
  rests_after: WithDefault<number | null>
  failing: WithDefault<string | null>
  failures: WithDefault<number>
  not_before: WithDefault<NullableTimestamp>
  created_at: Timestamp
  ended_at: WithDefault<NullableTimestamp>
  premise: WithDefault<string | null>
}

interface SandboxPaymentsTable {
  reference: string
  version: number
  state: Json
  created_at: WithDefault<Timestamp>
}

interface SavedViewsTable {
  id: WithDefault<number>
  user_id: number
  list: string
  name: string
  query: string
  shared: WithDefault<boolean>
  created_at: WithDefault<Timestamp>
}

interface ScannerKeysTable {
  id: WithDefault<number>
  name: string
  event_id: WithDefault<number | null>
  secret_hash: Buffer
  created_by: WithDefault<number | null>
  created_at: WithDefault<Timestamp>
  last_used_on: WithDefault<string | null>
  expires_at: WithDefault<NullableTimestamp>
}

interface SecondFactorsTable {
  user_id: number
  secret: Buffer
  created_at: Timestamp
  confirmed_at: WithDefault<NullableTimestamp>
  last_step: WithDefault<number>
}

interface ServerSecretsTable {
  name: string
  value: Buffer
  created_at: WithDefault<Timestamp>
}

interface SessionsTable {
  id: WithDefault<number>
  user_id: number
  secret_hash: Buffer
  browser: string
  created_at: Timestamp
  used_at: Timestamp
  confirmed_at: WithDefault<NullableTimestamp>
}

interface SettlementsTable {
  id: WithDefault<number>
  event_id: number
  number: number
  as_of: Timestamp
  content: Json
  at: WithDefault<Timestamp>
}

interface SharedPoolsTable {
  event_id: number
  pool_id: number
}

interface SignInLinksTable {
  id: WithDefault<number>
  user_id: number
  purpose: 'set-up' | 'invitation' | 'reset' | 'sign-in'
  secret_hash: Buffer
  expires_at: Timestamp
  mailed: WithDefault<boolean>
}

interface SingleNoncesTable {
  hash: Buffer
  action: string
  user_id: number
  expires_at: Timestamp
}

interface SiteLogosTable {
  digest: string
  content: Buffer
  created_at: Timestamp
}

interface SiteSettingsTable {
  name: string
  value: string
  updated_at: Timestamp
}

interface SuppressionsTable {
  address_hash: Buffer
  scope: string
  reason: string
  message_id: WithDefault<number | null>
  at: Timestamp
}

interface TaxRatesTable {
  id: WithDefault<number>
  name: string
  code: 'S' | 'Z' | 'E' | 'AE' | 'O' | 'G'
  bp: number
  is_default: WithDefault<boolean>
  created_at: WithDefault<Timestamp>
}

interface TermsTable {
  id: WithDefault<number>
  taxonomy: 'category' | 'tag'
  name: string
  slug: string
  description: WithDefault<string>
  parent_id: WithDefault<number | null>
  published_count: WithDefault<number>
  description_html: WithDefault<string | null>
}

interface TicketEntriesTable {
  ticket_id: number
  entry: WithDefault<'once' | 'daily' | 'reentry'>
  door_note: WithDefault<string>
}

interface TicketFeesTable {
  ticket_id: number
  fee_id: number
}

interface TicketKeysTable {
  id: WithDefault<number>
  public_key: Buffer
  created_at: WithDefault<Timestamp>
  retired_at: WithDefault<NullableTimestamp>
}

interface TicketMinimumsTable {
  ticket_id: number
  min_per_order: number
}

interface TicketTaxRatesTable {
  ticket_id: number
  rate_id: number
}

interface TicketsTable {
  id: WithDefault<number>
  event_id: number
  provider: 'tc' | 'rsvp'
  author_id: WithDefault<number | null>
  status: string
  name: string
  description: WithDefault<string>
  show_description: WithDefault<boolean>
  slug: string
  sku: WithDefault<string>
  menu_order: WithDefault<number>
  attendee_names: WithDefault<'none' | 'allowed' | 'required'>
  currency: string
  price_minor: number
  sale_price_minor: WithDefault<number | null>
  sale_price_from: WithDefault<string | null>
  sale_price_until: WithDefault<string | null>
  sale_starts_local: WithDefault<string>
  sale_ends_local: WithDefault<string>
  sale_starts_at: WithDefault<NullableTimestamp>
  sale_ends_at: WithDefault<NullableTimestamp>
  max_per_order: WithDefault<number>
  mode: 'own' | 'capped' | 'global' | 'unlimited'
  pool_id: number
  attendees_count: WithDefault<number>
  checked_in_count: WithDefault<number>
  going_count: WithDefault<number>
  not_going_count: WithDefault<number>
  created_at: WithDefault<Timestamp>
  updated_at: WithDefault<Timestamp>
  published_at: WithDefault<NullableTimestamp>
  search_text: WithDefault<string>
}

interface TillMovesTable {
  till_id: number
  n: number
  kind: 'float' | 'sale' | 'refund' | 'paid_in' | 'paid_out' | 'drop' | 'correction'
  method: 'cash' | 'terminal'
  amount_minor: number
  order_id: WithDefault<number | null>
  refund_id: WithDefault<number | null>
  reason: WithDefault<string>
  witness: WithDefault<string>
  user_id: WithDefault<number | null>
  at: WithDefault<Timestamp>
}

interface TillNumbersTable {
  is_last: WithDefault<boolean>
  last: number
}

interface TillsTable {
  id: WithDefault<number>
  name: string
  event_id: WithDefault<number | null>
  currency: string
  opened_by: WithDefault<number | null>
  opened_at: Timestamp
  closed_by: WithDefault<number | null>
  closed_at: WithDefault<NullableTimestamp>
  counted_minor: WithDefault<number | null>
  counts: WithDefault<NullableJson>
  expected_minor: WithDefault<number | null>
  terminal_minor: WithDefault<number | null>
  note: WithDefault<string>
  number: WithDefault<number | null>
  handed_to: WithDefault<string>
}

interface UnansweredOrdersTable {
  order_id: number
  missing: number
  asked_at: WithDefault<Timestamp>
}

interface UsersTable {
  id: WithDefault<number>
  login: string
  display_name: string
  email: string
  password_hash: WithDefault<string | null>
  role: 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber'
  grants: WithDefault<string[]>
  created_at: WithDefault<Timestamp>
}

interface VenuesTable {
  id: WithDefault<number>
  author_id: WithDefault<number | null>
  status: string
  name: string
  slug: string
  description: WithDefault<string>
  address: WithDefault<string>
  city: WithDefault<string>
  country: WithDefault<string>
  province: WithDefault<string>
  state: WithDefault<string>
  stateprovince: WithDefault<string>
  zip: WithDefault<string>
  phone: WithDefault<string>
  website: WithDefault<string>
  show_map: WithDefault<boolean>
  show_map_link: WithDefault<boolean>
  image_id: WithDefault<number | null>
  geo_lat: WithDefault<number | null>
  geo_lng: WithDefault<number | null>
  published_local: WithDefault<string | null>
  published_at: WithDefault<NullableTimestamp>
  created_at: WithDefault<Timestamp>
  updated_at: WithDefault<Timestamp>
  search_text: WithDefault<string>
  description_html: WithDefault<string | null>
}

interface WeakScannerKeysTable {
  scanner_key_id: number
}

interface WholeEventSalesTable {
  ticket_id: number
}

export interface Database {
  answers: AnswersTable
  api_keys: ApiKeysTable
  application_passwords: ApplicationPasswordsTable
  attendee_counts: AttendeeCountsTable
  attendee_door_notes: AttendeeDoorNotesTable
  attendee_imports: AttendeeImportsTable
  attendees: AttendeesTable
  audit_entries: AuditEntriesTable
  awaited_payments: AwaitedPaymentsTable
  book_entries: BookEntriesTable
  book_positions: BookPositionsTable
  booked_orders: BookedOrdersTable
  brought_codes: BroughtCodesTable
  brought_passwords: BroughtPasswordsTable
  budgets: BudgetsTable
  buyer_words: BuyerWordsTable
  calendar_uids: CalendarUidsTable
  captures: CapturesTable
  carried_codes: CarriedCodesTable
  cart_answers: CartAnswersTable
  carts: CartsTable
  check_ins: CheckInsTable
  comp_quotas: CompQuotasTable
  comps: CompsTable
  configured_gateways: ConfiguredGatewaysTable
  coupon_batches: CouponBatchesTable
  coupon_holds: CouponHoldsTable
  coupon_limits: CouponLimitsTable
  coupon_places: CouponPlacesTable
  coupons: CouponsTable
  desk_batches: DeskBatchesTable
  desk_notes: DeskNotesTable
  door_codes: DoorCodesTable
  door_devices: DoorDevicesTable
  door_scans: DoorScansTable
  door_states: DoorStatesTable
  emptied_orders: EmptiedOrdersTable
  event_notices: EventNoticesTable
  event_organizers: EventOrganizersTable
  event_reminders: EventRemindersTable
  event_terms: EventTermsTable
  events: EventsTable
  facts: FactsTable
  fee_tax_rates: FeeTaxRatesTable
  fees: FeesTable
  followers: FollowersTable
  former_codes: FormerCodesTable
  free_places: FreePlacesTable
  gates: GatesTable
  gateway_messages: GatewayMessagesTable
  grants: GrantsTable
  half_sign_ins: HalfSignInsTable
  handovers: HandoversTable
  hidden_tickets: HiddenTicketsTable
  holder_changes: HolderChangesTable
  holds: HoldsTable
  idempotency_keys: IdempotencyKeysTable
  image_files: ImageFilesTable
  images: ImagesTable
  import_losses: ImportLossesTable
  import_mappings: ImportMappingsTable
  import_records: ImportRecordsTable
  import_runs: ImportRunsTable
  import_sources: ImportSourcesTable
  job_schedules: JobSchedulesTable
  jobs: JobsTable
  lane_batches: LaneBatchesTable
  mail_sender: MailSenderTable
  mail_texts: MailTextsTable
  merchant_accounts: MerchantAccountsTable
  message_texts: MessageTextsTable
  messages: MessagesTable
  old_addresses: OldAddressesTable
  order_coupons: OrderCouponsTable
  order_disputes: OrderDisputesTable
  order_line_taxes: OrderLineTaxesTable
  order_lines: OrderLinesTable
  order_moves: OrderMovesTable
  order_texts: OrderTextsTable
  orders: OrdersTable
  organizers: OrganizersTable
  payments: PaymentsTable
  place_moves: PlaceMovesTable
  plan_rows: PlanRowsTable
  plans: PlansTable
  pools: PoolsTable
  question_texts: QuestionTextsTable
  questions: QuestionsTable
  recovery_codes: RecoveryCodesTable
  refund_choices: RefundChoicesTable
  refund_steps: RefundStepsTable
  refunds: RefundsTable
  run_items: RunItemsTable
  running_exports: RunningExportsTable
  runs: RunsTable
  sandbox_payments: SandboxPaymentsTable
  saved_views: SavedViewsTable
  scanner_keys: ScannerKeysTable
  second_factors: SecondFactorsTable
  server_secrets: ServerSecretsTable
  sessions: SessionsTable
  settlements: SettlementsTable
  shared_pools: SharedPoolsTable
  sign_in_links: SignInLinksTable
  single_nonces: SingleNoncesTable
  site_logos: SiteLogosTable
  site_settings: SiteSettingsTable
  suppressions: SuppressionsTable
  tax_rates: TaxRatesTable
  terms: TermsTable
  ticket_entries: TicketEntriesTable
  ticket_fees: TicketFeesTable
  ticket_keys: TicketKeysTable
  ticket_minimums: TicketMinimumsTable
  ticket_tax_rates: TicketTaxRatesTable
  tickets: TicketsTable
  till_moves: TillMovesTable
  till_numbers: TillNumbersTable
  tills: TillsTable
  unanswered_orders: UnansweredOrdersTable
  users: UsersTable
  venues: VenuesTable
  weak_scanner_keys: WeakScannerKeysTable
  whole_event_sales: WholeEventSalesTable
}

/** Tables whose ids come from the one sequence of records. */
export const recordTables = [
  'attendees',
  'events',
  'images',
  'orders',
  'organizers',
  'tickets',
  'venues',
] as const

/** Names of columns of the type timestamptz, and of timestamp; no column of another type has one of them. */
export const instantColumns: readonly string[] = [
  'answer_by',
  'as_of',
  'asked_at',
  'at',
  'bounced_at',
  'changed_at',
  'checked_in_at',
  'chosen_at',
  'closed_at',
  'completed_at',
  'confirmed_at',
  'connected_at',
  'created_at',
  'device_at',
  'due_at',
  'ended_at',
  'ends_at',
  'entered_at',
  'expires_at',
  'failed_at',
  'failing_since',
  'first_change_at',
  'given_at',
  'held_since',
  'hour',
  'lease_until',
  'left_at',
  'locked_until',
  'looked_until',
  'money_missed_at',
  'next_at',
  'not_before',
  'open_until',
  'opened_at',
  'paired_at',
  'pairing_ends_at',
  'passed_on_at',
  'paused_until',
  'published_at',
  'received_at',
  'recheck_at',
  'retired_at',
  'revoked_at',
  'run_at',
  'sale_ends_at',
  'sale_starts_at',
  'seen_at',
  'send_at',
  'sent_at',
  'since',
  'started_at',
  'starts_at',
  'until',
  'until_at',
  'updated_at',
  'used_at',
]
export const wallClockColumns: readonly string[] = [
  'end_local',
  'published_local',
  'start_local',
]
/** Names of columns of other types that end like one of those: `sale_price_until` is a day. */
export const timelessColumns: readonly string[] = [
  'sale_price_until',
]
