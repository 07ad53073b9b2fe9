import type { Email } from 'postal-mime'

/** The parts of a kept mail, with its files in base64. */
export async function parsedMail(raw: Buffer): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime')
  return PostalMime.parse(raw, { attachmentEncoding: 'base64' })
}

/** The HTML part of a kept mail with its pictures in it. */
export async function letterOf(raw: Buffer): Promise<string> {
  const { html: body = '', attachments } = await parsedMail(raw)
  return attachments.reduce((text, { contentId, mimeType, content }) => {
    const cid = contentId?.replace(/^<|>$/g, '') ?? ''
    return cid === '' || typeof content !== 'string' || !mimeType.startsWith('image/')
      ? text
      : text.replaceAll(`src="cid:${cid}"`, `src="data:${mimeType};base64,${content}"`)
  }, body)
}
