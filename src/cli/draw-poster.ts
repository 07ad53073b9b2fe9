import sharp from 'sharp'

/** The title, shapes and colours of a poster. */
export type Poster = { hue: number; motif: 'waves' | 'circles' | 'beams' | 'hills' }

const width = 1200
const height = 675

/** Draws a picture of plain shapes for a demo event: a JPEG of some ten kilobytes. */
export function drawPoster({ hue, motif }: Poster): Promise<Buffer> {
  const sky = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue},70%,22%)"/><stop offset="1" stop-color="hsl(${hue + 40},75%,58%)"/></linearGradient>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${sky}</defs><rect width="100%" height="100%" fill="url(#sky)"/>${shapes[motif](hue)}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 72 }).toBuffer()
}

const steps = (count: number) => Array.from({ length: count }, (_, index) => index)
const light = (hue: number, opacity: number) => `hsla(${hue},90%,80%,${opacity})`

const shapes: Record<Poster['motif'], (hue: number) => string> = {
  waves: hue =>
    steps(6)
      .map(index => {
        const y = 320 + index * 60
        return `<path d="M0 ${y} Q 300 ${y - 90} 600 ${y} T 1200 ${y} V ${height} H 0 Z" fill="${light(hue + 30 + index * 8, 0.18)}"/>`
      })
      .join(''),
  circles: hue =>
    steps(9)
      .map(index => {
        const radius = 40 + index * 42
        return `<circle cx="820" cy="300" r="${radius}" fill="none" stroke="${light(hue + 60, 0.5 - index * 0.05)}" stroke-width="14"/>`
      })
      .join(''),
  beams: hue =>
    steps(7)
      .map(index => {
        const x = 120 + index * 160
        return `<path d="M600 0 L ${x - 60} ${height} L ${x + 60} ${height} Z" fill="${light(hue + 50, 0.14)}"/>`
      })
      .join(''),
  hills: hue =>
    `<circle cx="900" cy="200" r="95" fill="${light(hue + 70, 0.85)}"/>` +
    steps(4)
      .map(index => {
        const y = 380 + index * 75
        return `<path d="M0 ${y} L ${200 + index * 120} ${y - 150} L ${520 + index * 90} ${y} L ${900 - index * 60} ${y - 110} L 1200 ${y} V ${height} H 0 Z" fill="hsl(${hue},55%,${30 - index * 6}%)"/>`
      })
      .join(''),
}
