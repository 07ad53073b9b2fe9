import { pictureForMail } from '../../catalogue/images/lookup.ts'
import type { Logo } from '../../core/site-settings.ts'
import type { Attachment } from '../../platform/smtp/build-mail.ts'
import type { Deps } from '../deps.ts'
import type { MailLook } from './blocks.ts'
import type { Letter } from './letter.ts'
import { oneLine } from './one-line.ts'

const logoCid = 'logo@marquee'

/**
 * How a mail looks, and the pictures that it brings for that: the site's logo where mail programs show its format (PNG), and
 * the picture of its event. With `isBare` it brings none.
 */
export async function mailLook(
  { db, siteSettings }: Pick<Deps, 'db' | 'siteSettings'>,
  { from }: Letter,
  isBare: boolean,
): Promise<{ look: MailLook; files: Attachment[] }> {
  const { name, accent, logo } = siteSettings()
  const look = { site: oneLine(name, 100), accent }
  if (isBare) return { look, files: [] }
  const logoFile = logoOf(logo)
  const picture = from?.imageId ? await pictureForMail(db, from.imageId) : undefined
  const cid = `event-${from?.id}@marquee`
  return {
    look: {
      ...look,
      logo: logoFile && logoCid,
      picture: picture && { cid, alt: from?.title ?? '' },
    },
    files: [
      ...(logoFile ? [logoFile] : []),
      ...(picture
        ? [
            {
              filename: `event.${picture.extension}`,
              contentType: picture.mimeType,
              content: picture.content,
              cid,
            },
          ]
        : []),
    ],
  }
}

/** The logo as a file of a mail; undefined in a format that mail programs do not show. */
const logoOf = (logo: Logo | undefined): Attachment | undefined =>
  logo?.extension === 'png'
    ? { filename: 'logo.png', contentType: 'image/png', content: logo.content, cid: logoCid }
    : undefined
