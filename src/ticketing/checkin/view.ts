import { errorTable } from '../../core/error-table.ts'
import { Answer } from '../../platform/http/answer/answer.ts'
import { type AttendeeView, showAttendee, type ViewContext } from '../attendees/view.attendee.ts'
import type { ScanResult } from './scan-ticket.ts'

type ScanBody = {
  msg: string
  error?: string
  attendee?: AttendeeView
  code?: string
  message?: string
  data?: { status: number }
}

/**
 * The response to a scan: 201, or 403 with the reason and, for a known ticket, its attendee. A `uniform`
 * refusal also has the members of every other error.
 */
export function scanAnswer(
  result: ScanResult,
  context: ViewContext,
  form: 'uniform' | 'inherited' = 'inherited',
): Answer<ScanBody> {
  const attendee = result.attendee && showAttendee(result.attendee, 'door', context)
  const shown = attendee ? { attendee } : {}
  if (result.refusal === undefined) {
    return new Answer({ msg: 'Checked In!', ...shown }, { status: 201, headers })
  }
  const error = result.refusal === 'nonce_reused' ? 'security_code_not_valid' : result.refusal
  const { status, message: usual } = errorTable[error]
  const message = ('message' in result && result.message) || usual
  const uniform = form === 'uniform' ? { code: error, message, data: { status } } : {}
  return new Answer({ ...uniform, msg: message, error, ...shown }, { status, headers })
}

/** The response to an unknown or ended scanner key. The message says which; the key is not repeated. */
export function wrongKeyAnswer(ended?: string): Answer<ScanBody> {
  const { status, message: unknown } = errorTable.api_key_not_valid
  const message = ended ?? unknown
  return new Answer({ msg: message, error: 'api_key_not_valid' }, { status, headers })
}

const headers = { 'cache-control': 'no-store' }

type KeyRow = {
  id: number
  name: string
  event_id: number | null
  created_at: Date
  expires_at: Date | null
  last_used_on: string | null
}

export function scannerKeyView(row: KeyRow) {
  const { id, name, event_id, created_at, expires_at, last_used_on } = row
  return {
    id,
    name,
    event: event_id,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_on,
  }
}
