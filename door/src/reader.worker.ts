import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

export type Frame = { readonly picture: ImageData; readonly isHard: boolean }

const self = globalThis as unknown as DedicatedWorkerGlobalScope

/** The address of the reader's program, which is of our own origin. */
const wasm = new URL(self.location.href).hash.slice(1)
prepareZXingModule({ overrides: { locateFile: () => wasm } })

/** A fast look at each picture; at some also for inverted, turned and noisy codes, which dark screens and paper have. */
async function read({ picture, isHard }: Frame): Promise<string> {
  const codes = await readBarcodes(picture, {
    formats: ['QRCode'],
    maxNumberOfSymbols: 1,
    tryHarder: isHard,
    tryInvert: isHard,
    tryRotate: isHard,
    tryDownscale: isHard,
  }).catch(() => [])
  return codes.find(({ isValid, text }) => isValid && text !== '')?.text ?? ''
}

self.addEventListener('message', ({ data }: MessageEvent<Frame>) => {
  void read(data).then(text => self.postMessage(text, []))
})
