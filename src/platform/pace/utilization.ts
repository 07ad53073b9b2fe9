import os from 'node:os'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'

const windowMs = 100

/** Measures how busy the processors and this process's main thread are: the busier of the two, from 0 to 1. */
export function createUtilization() {
  let loop: EventLoopUtilization = performance.eventLoopUtilization()
  let times = processorTimes()
  let since = performance.now()
  return {
    /** The mean since the last sample; undefined when that was less than a tenth of a second ago. */
    sample(now: number): number | undefined {
      if (now - since < windowMs) return undefined
      since = now
      const [loopBefore, before] = [loop, times]
      loop = performance.eventLoopUtilization()
      times = processorTimes()
      const all = times.all - before.all
      const machine = all > 0 ? 1 - (times.idle - before.idle) / all : 0
      return Math.max(performance.eventLoopUtilization(loop, loopBefore).utilization, machine)
    },
  }
}

/** Milliseconds of all processors together since the machine started. */
function processorTimes() {
  let idle = 0
  let all = 0
  for (const { times } of os.cpus()) {
    idle += times.idle
    all += times.user + times.nice + times.sys + times.idle + times.irq
  }
  return { idle, all }
}
