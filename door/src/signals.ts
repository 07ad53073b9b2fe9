import type { Colour } from './state.ts'

let context: AudioContext | undefined

/** Phones let a page sound only after somebody touched it. */
export function wakeSound(): void {
  context ??= new AudioContext()
  void context.resume()
}

const tones: Readonly<Record<Colour, readonly [hertz: number, seconds: number][]>> = {
  yes: [
    [880, 0.12],
    [1320, 0.16],
  ],
  out: [[660, 0.15]],
  seen: [
    [440, 0.18],
    [440, 0.18],
  ],
  desk: [
    [440, 0.18],
    [440, 0.18],
  ],
  no: [[220, 0.5]],
  wait: [],
}

const shakes: Readonly<Record<Colour, number[]>> = {
  yes: [60],
  out: [40],
  seen: [120, 80, 120],
  desk: [120, 80, 120],
  no: [400],
  wait: [],
}

/** A verdict for ears and hands: each has its own. */
export function signal(colour: Colour): void {
  navigator.vibrate?.(shakes[colour])
  if (!context) return
  let at = context.currentTime
  for (const [hertz, seconds] of tones[colour]) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.25, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + seconds)
    at += seconds + 0.05
  }
}
