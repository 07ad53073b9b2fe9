import net from 'node:net'
import readline from 'node:readline'
import { CommandRefused } from './command-refused.ts'
import { type ControlAnswer, controlAddress, type ControlRequest } from './control-socket.ts'

/**
 * Sends a command to the service that has this data folder open, and prints what the service sends back. Returns
 * false when no service is running there. Fails with the service's message when the command failed.
 */
export async function askRunning(dataDir: string, request: ControlRequest): Promise<boolean> {
  const address = controlAddress(dataDir)
  const socket = address === undefined ? undefined : await connected(address)
  if (!socket) return false
  socket.write(`${JSON.stringify(request)}\n`)
  try {
    for await (const line of readline.createInterface({ input: socket })) {
      const answer = JSON.parse(line) as ControlAnswer
      if ('done' in answer) return true
      if ('failed' in answer) throw new CommandRefused(answer.failed)
      console.log(answer.say)
    }
  } finally {
    socket.destroy()
  }
  throw new CommandRefused('The running service ended before it was done.')
}

function connected(address: string): Promise<net.Socket | undefined> {
  return new Promise(resolve => {
    const socket = net.connect(address)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
}
