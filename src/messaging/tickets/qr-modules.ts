import { create, type QRCode } from 'qrcode'
import { remember } from '../../core/remember.ts'

/** The squares of a QR code. A ticket's code is drawn for its mail and for its paper, one soon after the other. */
export const qrModules: (content: string) => QRCode['modules'] = remember(
  200,
  content => create(content, { errorCorrectionLevel: 'M' }).modules,
)
