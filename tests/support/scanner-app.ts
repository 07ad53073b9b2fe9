import type { TestApp } from './start-app.ts'

type Scanned = { status: number; body: { msg?: string; error?: string } }

/**
 * The part of the existing system's scanner app that reads tickets (contract.md 14.2). A QR picture is an address
 * with five named parameters. The app is paired with a key, and checks in by a GET at the path in the picture.
 */
export async function pairScanner(app: TestApp) {
  const { json } = await app.tickets('POST', '/scanner-keys', {
    as: 'administrator',
    body: { name: 'Door' },
  })
  return {
    read: readTicket,
    scan: async (picture: string): Promise<Scanned> => {
      const { path, ...ticket } = readTicket(picture)
      const query = { api_key: json.api_key as string, ...ticket }
      const { status, json: body } = await app.call('GET', `/${path}`, { query })
      return { status, body }
    },
  }
}

/** What the app reads from a picture. Fails for a picture that the app would not call a ticket. */
function readTicket(picture: string) {
  const { searchParams } = new URL(picture)
  const numberOf = (name: string) => {
    const text = searchParams.get(name) ?? ''
    if (!/^\d+$/.test(text)) throw new Error(`The picture has no ${name}: ${picture}`)
    return text
  }
  const textOf = (name: string) => {
    const text = searchParams.get(name) ?? ''
    if (text === '') throw new Error(`The picture has no ${name}: ${picture}`)
    return text
  }
  if (searchParams.get('event_qr_code') !== '1') throw new Error(`No ticket: ${picture}`)
  return {
    ticket_id: numberOf('ticket_id'),
    event_id: numberOf('event_id'),
    security_code: textOf('security_code'),
    path: textOf('path'),
  }
}
