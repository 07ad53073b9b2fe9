/** A mail server's report about a mail that it could not deliver (RFC 3464, and RFC 6533 for addresses outside ASCII). */
export type DeliveryReport = {
  /** Every address that the report was sent to. One of them names the message. */
  addresses: readonly string[]
  /** `failed`, `delayed`, `delivered`, …; undefined for a mail that is no such report. */
  action: string | undefined
  /** Three numbers such as `5.1.1`. */
  status: string
  diagnostic: string
}

const reportTypes = new Set(['message/delivery-status', 'message/global-delivery-status'])

/** A report has three parts, and what it says of the mail is in the second. Each part costs the parser some 40 µs. */
const boundariesMost = 100

/**
 * A mail as the parser can read it soon: it takes square time for blank lines in a row, of which one says as much, and seconds
 * for a hundred thousand parts. What follows the first hundred lines that look like boundaries is left out.
 */
function readable(raw: Buffer): Buffer {
  const isBlank = (line: string | undefined) => line === '' || line === '\r'
  const lines = raw.toString('latin1').split('\n')
  let boundaries = 0
  const end = lines.findIndex(line => line.startsWith('--') && (boundaries += 1) > boundariesMost)
  const kept = lines
    .slice(0, end < 0 ? undefined : end)
    .filter((line, at) => !(isBlank(line) && isBlank(lines[at - 1])))
  return Buffer.from(kept.join('\n'), 'latin1')
}

/**
 * Reports have few and short headers. The parser of addresses takes square time for some, so a mail with longer ones is read no
 * further.
 */
const options = { attachmentEncoding: 'utf8', maxHeadersSize: 32 * 1024 } as const

/** Reads a report. A mail of any other form is returned without an action. */
export async function readDeliveryReport(raw: Buffer): Promise<DeliveryReport> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(readable(raw), options).catch(() => undefined)
  if (!mail) return { addresses: [], action: undefined, status: '', diagnostic: '' }
  const part = mail.attachments.find(({ mimeType }) => reportTypes.has(mimeType))
  const text = typeof part?.content === 'string' ? part.content : ''
  const fields = [...text.matchAll(/^([a-z-]+):[ \t]*(.+(?:\r?\n[ \t].+)*)/gim)]
  const field = (name: string) =>
    fields.find(([, said = '']) => said.toLowerCase() === name)?.[2]?.trim() ?? ''
  const delivered = mail.headers
    .filter(({ key }) => ['to', 'delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .flatMap(({ value }) => value.match(/(?<![^\s<>,;"])[^\s<>,;"]+@[^\s<>,;"]+/g) ?? [])
  return {
    addresses: delivered,
    action: field('action').toLowerCase() || undefined,
    status: /\d\.\d{1,3}\.\d{1,3}/.exec(field('status'))?.[0] ?? '',
    diagnostic: field('diagnostic-code').replace(/\s+/g, ' '),
  }
}
