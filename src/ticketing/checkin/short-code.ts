/** The path of a ticket's short address. */
export const shortTicketPath = '/t'

type Ticket = { readonly id: number; readonly security_code: string }

/** The shortest address of a ticket: its number and its secret (contract.md 22.3). */
export const shortTicketUrl = (publicRoot: string, { id, security_code }: Ticket): string =>
  `${publicRoot}${shortTicketPath}/${shortCode({ id, security_code })}`

/** The code that can be typed at a door: number and secret with a point between them. */
export const shortCode = ({ id, security_code }: Ticket): string => `${id}.${security_code}`

/** Reads number and secret from a short address or code; undefined for any other text. */
export function readShortCode(text: string): { attendeeId: number; code: string } | undefined {
  const [, id = '', code = ''] = /(?:^|\/t\/)([1-9]\d{0,14})\.([\w-]{1,100})$/.exec(text) ?? []
  return code === '' ? undefined : { attendeeId: Number(id), code }
}
