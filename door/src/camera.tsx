import { useEffect, useRef, useState } from 'preact/hooks'
import type { Site } from './site.ts'
import { say } from './words.ts'

type CameraProps = { site: Site; onText: (text: string, spanMs: number) => void }

const side = 640
/** Every third look is a thorough one. */
const hardEvery = 3
const pauseMs = 60

/** The picture of the camera, which is read all the time, also above a verdict. */
export function Camera({ site, onText }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'starting' | 'on' | 'none'>('starting')
  const [light, setLight] = useState<{ track: MediaStreamTrack; isOn: boolean } | undefined>()
  useEffect(() => {
    const stop = new AbortController()
    const reading = createReading(site, onText)
    let stream: MediaStream | undefined
    const release = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
      stream = undefined
    }
    const start = async () => {
      release()
      if (document.visibilityState !== 'visible') return
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
        })
        if (stop.signal.aborted || !video.current) return release()
        video.current.srcObject = stream
        await video.current.play()
        setState('on')
        const [track] = stream.getVideoTracks()
        const can = track?.getCapabilities?.() as { torch?: boolean } | undefined
        setLight(track && can?.torch ? { track, isOn: false } : undefined)
      } catch {
        setState('none')
      }
    }
    const look = async () => {
      while (!stop.signal.aborted) {
        if (stream && video.current && video.current.readyState >= 2)
          await reading.look(video.current)
        await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
    }
    // A phone that slept has lost its camera: it is asked for anew.
    document.addEventListener('visibilitychange', () => void start(), { signal: stop.signal })
    void start()
    void look()
    return () => {
      stop.abort()
      release()
      reading.end()
    }
  }, [])
  const toggle = async () => {
    if (!light) return
    const isOn = !light.isOn
    await light.track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
    setLight({ ...light, isOn })
  }
  return (
    <div class="cam">
      <video ref={video} playsInline muted aria-hidden="true" />
      <div class="fr" aria-hidden="true" />
      <p>{state === 'none' ? say('cam.none') : say('cam.hold')}</p>
      {light && (
        <button type="button" class="tb" aria-pressed={light.isOn} onClick={() => void toggle()}>
          {say('cam.light')}
        </button>
      )}
    </div>
  )
}

/** Reads frames in a worker, one at a time, so that the page stays quick. */
function createReading(site: Site, onText: (text: string, spanMs: number) => void) {
  const worker = new Worker(site.worker, { type: 'module' })
  worker.postMessage({ wasm: site.wasm }, [])
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let looks = 0
  let slowestMs = 0
  return {
    look: (video: HTMLVideoElement) =>
      new Promise<void>(resolve => {
        const { videoWidth: width, videoHeight: height } = video
        if (!context || width === 0) return resolve()
        const crop = Math.min(width, height)
        context.drawImage(
          video,
          (width - crop) / 2,
          (height - crop) / 2,
          crop,
          crop,
          0,
          0,
          side,
          side,
        )
        const picture = context.getImageData(0, 0, side, side)
        looks += 1
        const begun = performance.now()
        const hear = ({ data }: MessageEvent<string>) => {
          slowestMs = Math.max(slowestMs, performance.now() - begun)
          // Some codes are read by a thorough look only.
          if (data !== '') onText(data, (hardEvery + 1) * (slowestMs + pauseMs))
          resolve()
        }
        worker.addEventListener('message', hear, { once: true })
        worker.postMessage({ picture, isHard: looks % hardEvery === 0 }, [])
      }),
    end: () => worker.terminate(),
  }
}
