import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import type { Client } from './client.ts'
import type { DevicePlan } from './door-device.ts'
import { codeOf } from './door-phone.ts'

/** An event, and this many people with its ticket, made as an organiser and buyers do. */
export async function eventWithGuests(organiser: Client, quantity: number) {
  const event = await organiser.staff('POST', '/events/v1/events', {
    title: `An evening ${Math.random()}`,
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
  })
  const ticket = await organiser.staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: 'Guest',
    price: '',
    ticket: { mode: 'own', capacity: quantity },
  })
  expect([event.status, ticket.status]).toEqual([201, 202])
  const guests: { id: number; code: string }[] = []
  while (guests.length < quantity) {
    const tickets = [
      { ticket_id: ticket.json.id, quantity: Math.min(20, quantity - guests.length) },
    ]
    const cart = await organiser.anyone('POST', '/tickets/v1/cart', { provider: 'tc', tickets })
    const order = await organiser.anyone('POST', '/tickets/v1/commerce/free/order', {
      cart_hash: cart.json.cart_hash,
      purchaser: { name: 'Ada Byron', email: 'ada@example.org' },
    })
    expect([cart.status, order.status]).toEqual([200, 200])
    for (const guest of order.json.attendees as { id: number; security_code: string }[])
      guests.push({ id: guest.id, code: codeOf(guest) })
  }
  return { eventId: event.json.id as number, guests }
}

/** Pairs a phone by its token; returns its secret and id. */
export async function pairDevice(organiser: Client, event: number, name: string) {
  const made = await organiser.staff('POST', '/admin/v1/door-devices', { name, events: [event] })
  const { token } = made.json.pairing as { token: string }
  const paired = await organiser.anyone('POST', '/tickets/v1/door/pairings', { token })
  return { id: made.json.id as number, secret: paired.json.secret as string }
}

/** Starts a phone as a process; `green` are those whom it showed green, over all its lives. */
export function startDevice(id: number, plan: Omit<DevicePlan, 'journal'>) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'door-device-'))
  const journal = path.join(folder, 'journal')
  const green: number[] = []
  const told: number[] = []
  let life = begin()
  onTestFinished(async () => {
    life.child.kill('SIGKILL')
    await life.ended
    rmSync(folder, { recursive: true, force: true })
  })

  function begin() {
    const script = path.join(import.meta.dirname, 'door-device.ts')
    const text = JSON.stringify({ ...plan, journal })
    const child = spawn(process.execPath, ['--import', 'tsx', script, text], { stdio: 'pipe' })
    let errors = ''
    child.stderr.on('data', chunk => (errors += chunk))
    let isDone = false
    readline.createInterface({ input: child.stdout }).on('line', line => {
      const [word, attendee] = line.split(' ')
      if (word === 'done') isDone = true
      if (word === 'green') green.push(Number(attendee))
      if (word === 'told') told.push(Number(attendee))
    })
    const ended = new Promise<string>(resolve =>
      child.once('close', () => resolve(isDone ? 'done' : errors)),
    )
    return { child, ended }
  }

  return {
    id,
    green,
    told,
    /** Resolves to `done` when everything was sent. */
    ended: () => life.ended,
    /** Kills the process, and starts it again with what it kept. */
    restart: async () => {
      life.child.kill('SIGKILL')
      await life.ended
      life = begin()
    },
  }
}
