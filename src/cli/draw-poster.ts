import sharp from 'sharp'
import { height, scenes, width } from './poster-scenes.ts'

/** What a poster shows, and the colour of its evening in degrees. */
export type Poster = { hue: number; scene: keyof typeof scenes }

/**
 * Draws the picture of a demo event: a scene of layered shapes and light, without words, the same at every drawing. A JPEG of some
 * forty kilobytes.
 */
export function drawPoster({ hue, scene }: Poster): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${shade('sky', [`hsl(${hue},62%,13%)`, `hsl(${hue + 18},58%,34%)`, `hsl(${hue + 48},72%,64%)`])}${shade('sea', [`hsl(${hue + 30},55%,40%)`, `hsl(${hue},65%,10%)`])}<radialGradient id="glow"><stop stop-color="#fff" stop-opacity=".9"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><radialGradient id="dusk" cy=".45" r=".75"><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-opacity=".55"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#sky)"/>${scenes[scene](hue)}<rect width="100%" height="100%" fill="url(#dusk)"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

const shade = (id: string, colours: readonly string[]) =>
  `<linearGradient id="${id}" x2="0" y2="1">${colours
    .map((colour, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`
