import net from 'node:net'
import readline from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandRefused, DoneWithLosses } from './command-refused.ts'
import { type ControlAnswer, controlAddress, type ControlRequest } from './control-socket.ts'

/** A service that opens its database answers within seconds; a first start on a slow machine takes longer. */
const patienceMs = 20_000
const pauseMs = 100
/** Afterwards the user is told what the command waits for. */
const quietMs = 500

/**
 * Sends a command to the service that has this data folder open, and prints what the service sends back. Waits for a
 * service that is just starting. Returns false when no service answers there. Fails with the service's message when
 * the command failed.
 */
export async function askRunning(dataDir: string, request: ControlRequest): Promise<boolean> {
  const address = controlAddress(dataDir)
  const socket = address === undefined ? undefined : await connectedInTime(address, dataDir)
  if (!socket) return false
  socket.write(`${JSON.stringify(request)}\n`)
  try {
    for await (const line of readline.createInterface({ input: socket })) {
      const answer = JSON.parse(line) as ControlAnswer
      if ('done' in answer) {
        if (answer.losses) throw new DoneWithLosses(answer.losses)
        return true
      }
      if ('failed' in answer) throw new CommandRefused(answer.failed)
      console.log(answer.say)
    }
  } finally {
    socket.destroy()
  }
  throw new CommandRefused('The running service ended before it was done.')
}

async function connectedInTime(address: string, dataDir: string): Promise<net.Socket | undefined> {
  const begun = performance.now()
  let isTold = false
  for (;;) {
    const socket = await connected(address)
    const waited = performance.now() - begun
    if (socket || waited > patienceMs) return socket
    if (!isTold && waited > quietMs) {
      isTold = true
      console.error(
        `Another Marquee process uses ${dataDir} and does not answer yet; waiting for it.`,
      )
    }
    await pause(pauseMs)
  }
}

function connected(address: string): Promise<net.Socket | undefined> {
  return new Promise(resolve => {
    const socket = net.connect(address)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
}
