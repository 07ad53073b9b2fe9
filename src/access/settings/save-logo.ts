import { failParams } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { fixedBy } from './read-settings.ts'
import { logoBox, logoBytesMost, logoSetting, mayBeLogo } from './rules.ts'
import { storeLogo } from './store.ts'

type Surroundings = Pick<Deps, 'db' | 'clock' | 'config' | 'settingsRead'>

/** A small file can decode to a huge picture, which is refused before it is decoded. */
const pixelsMost = 40_000_000

/**
 * Keeps a picture as the logo of the site, drawn anew as a PNG of at most 640 by 128 pixels, so that nothing else that was in
 * the file is served; pages, mails and icons have it within a second, here at once. Fails with `rest_invalid_param` for what
 * is no such picture, and where the environment decides the logo (contract.md 30.4).
 */
export async function saveLogo(deps: Surroundings, content: Buffer): Promise<void> {
  demandChangeable(deps)
  await storeLogo(deps.db, await drawn(content), deps.clock.now())
  await deps.settingsRead()
}

/** Takes the logo away; the mark of the site stands in its place. */
export async function dropLogo(deps: Surroundings): Promise<void> {
  demandChangeable(deps)
  await storeLogo(deps.db, undefined, deps.clock.now())
  await deps.settingsRead()
}

function demandChangeable({ config }: Surroundings) {
  const variable = fixedBy(config, logoSetting)
  if (variable === undefined) return
  const message = `logo is set by ${variable} in the environment of the service, which wins. Take it out there first.`
  failParams({ logo: { message } })
}

async function drawn(content: Buffer): Promise<Buffer> {
  if (content.length > logoBytesMost) refuse('must have at most 2 MB.')
  if (!mayBeLogo(content)) refuse('must be a PNG, JPEG or WebP picture.')
  // Loaded with the first logo: many processes never need it.
  const { default: sharp } = await import('sharp')
  return sharp(content, { limitInputPixels: pixelsMost })
    .rotate()
    .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true })
    .toBuffer()
    .catch(() => refuse('could not be read as a picture.'))
}

const refuse = (why: string) => failParams({ file: { message: `file ${why}` } })
