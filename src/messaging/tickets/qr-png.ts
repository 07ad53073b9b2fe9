import { crc32, deflateSync } from 'node:zlib'
import { qrModules } from './qr-modules.ts'

/** The width of the white border in modules, and the width of a module in pixels. */
const margin = 4
const scale = 5

/**
 * The QR code of a text as a PNG with one bit a pixel: a fifth of the size of the library's picture. It is opaque, so
 * that it can be scanned in dark mode too.
 */
export function drawQrPng(content: string): Buffer {
  const modules = qrModules(content)
  const side = (modules.size + 2 * margin) * scale
  const rowBytes = Math.ceil(side / 8) + 1
  const pixels = Buffer.alloc(rowBytes * side, 0xff)
  // In PNG each row begins with the number of its filter: 0, none.
  for (let y = 0; y < side; y += 1) pixels[y * rowBytes] = 0
  for (let row = 0; row < modules.size; row += 1) {
    const first = (row + margin) * scale * rowBytes
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue
      for (let x = (column + margin) * scale; x < (column + margin + 1) * scale; x += 1) {
        const at = first + 1 + (x >> 3)
        pixels[at] = (pixels[at] ?? 0) & ~(0x80 >> (x & 7))
      }
    }
    for (let below = 1; below < scale; below += 1) {
      pixels.copyWithin(first + below * rowBytes, first, first + rowBytes)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit a pixel, shades of grey.
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'ascii'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
