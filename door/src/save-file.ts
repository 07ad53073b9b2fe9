import { type ScanFile, sealedText } from '../../src/ticketing/door/rules.file.ts'
import type { Door } from './door.ts'
import { inClockOf } from './sync.ts'

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Seals a file under the secret of this phone, so that the service knows who saved it and that nobody changed it. */
async function sealOf(secret: string, file: ScanFile): Promise<string> {
  const text = new TextEncoder()
  const raw = await crypto.subtle.digest('SHA-256', text.encode(secret))
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return hex(await crypto.subtle.sign('HMAC', key, text.encode(sealedText(file))))
}

/** As many scans as the service takes at once; more stay for the next file. */
const fileMost = 5000

/** The last resort where no network comes back: what was not sent as a file, which staff bring in on the page of the doors. */
export async function saveQueue(door: Door): Promise<void> {
  const { about } = door.read()
  if (!about?.event) return
  const skewMs = about.skewMs ?? 0
  const scans = inClockOf((await door.waiting()).slice(0, fileMost), skewMs)
  const file = {
    device: about.device.id,
    event: about.event.id,
    saved_at: new Date().toISOString(),
    skew_ms: skewMs,
    scans,
  }
  const sealed = { ...file, seal: await sealOf(about.secret, file) }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(sealed, null, 2)], { type: 'application/json' }),
  )
  link.download = `scans-${file.device}-${scans[0]?.seq ?? 0}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
