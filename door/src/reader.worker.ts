import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

export type Frame = { readonly picture: ImageData; readonly isHard: boolean }

const self = globalThis as unknown as DedicatedWorkerGlobalScope

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

/** The first message says where the reader's program is; the address of a script from a cache has lost its fragment. */
self.addEventListener('message', ({ data }: MessageEvent<Frame | { readonly wasm: string }>) => {
  if ('wasm' in data) {
    prepareZXingModule({ overrides: { locateFile: () => data.wasm } })
    return
  }
  void read(data).then(text => self.postMessage(text, []))
})
