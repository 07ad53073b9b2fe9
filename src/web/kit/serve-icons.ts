import type { FastifyInstance } from 'fastify'
import type { Site, Sites } from './site.ts'

const icons = {
  '/favicon.ico': { type: 'image/x-icon', size: 48, margin: 0, finish: asIco },
  '/apple-touch-icon.png': {
    type: 'image/png',
    size: 180,
    margin: 22,
    finish: (png: Buffer) => png,
  },
} as const

type IconPath = keyof typeof icons

/**
 * The icons that browsers and phones ask for by these names, drawn from the site's logo, or from its mark in its accent. Each is
 * drawn at the first request, and again when the look has changed.
 */
export function serveIcons(http: FastifyInstance, sites: Sites) {
  for (const path of Object.keys(icons) as IconPath[]) {
    let drawn: { of: Site; file: Promise<Buffer> } | undefined
    http.get(path, async (_request, reply) => {
      const site = await sites.latest()
      if (drawn?.of !== site) drawn = { of: site, file: draw(site, path) }
      const current = drawn
      const file = await current.file.catch((error: unknown) => {
        if (drawn === current) drawn = undefined
        throw error
      })
      return reply
        .type(icons[path].type)
        .headers({ 'cache-control': 'public, max-age=86400' })
        .send(file)
    })
  }
}

/** A square icon. A logo stands whole on the colour of the page, as phones show transparent icons on black. */
async function draw({ sign, theme }: Site, path: IconPath): Promise<Buffer> {
  const { size, margin, finish } = icons[path]
  // The library of pictures is loaded for the first icon, and not for a service that draws none.
  const { default: sharp } = await import('sharp')
  const isMark = sign.logo === undefined
  const picture = sign.logo?.content ?? Buffer.from(sign.mark)
  const background = isMark ? theme.light.accent : theme.light.paper
  const inner = size - 2 * margin
  const png = await sharp(picture, { density: 300 })
    .resize(inner, inner, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    .flatten(margin > 0 ? { background } : false)
    .png()
    .toBuffer()
  return finish(png)
}

/** A PNG in the container of Windows icons, which is what browsers expect at `/favicon.ico`. */
function asIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(icons['/favicon.ico'].size, 6)
  head.writeUInt8(icons['/favicon.ico'].size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
