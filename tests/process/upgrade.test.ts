import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { frontProxy } from '../faults/front-proxy.ts'
import { salesUntil, seedOf } from '../faults/moments.ts'
import { openSale, type Sale, saleCard } from '../faults/sale.ts'
import { expectBooksToAgree, expectCleanAudit } from '../faults/settle-books.ts'
import { closedAfter, startMarquee } from '../faults/until-finished.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { buildRelease, isInHistory, lastRelease } from '../support/releases.ts'

const sales = process.env['LONG'] === undefined ? 8 : 1000
const pauseMilliseconds = 20
/** On a busy machine this takes several times the ten seconds it takes alone. */
const timeout = process.env['LONG'] === undefined ? 180_000 : 3_600_000
const seed = seedOf()
const release = lastRelease()
const isBuildable = isInHistory(release)
if (onPostgres && !isBuildable) {
  console.log(`Not tested beside ${release.version}: ${release.commit} is not in the history here.`)
}

/** Staff write during the sale, and read after each write. The last acknowledged value must be there in the end. */
async function staffAtWork({ staff, tickets }: Sale) {
  const { postId } = tickets.free
  const event = await staff('POST', '/events/v1/events', {
    title: 'A matinee',
    start_date: '2031-06-02 14:00:00',
    end_date: '2031-06-02 16:00:00',
  })
  const ticket = await staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: 'Gallery',
    price: '',
    ticket: { mode: 'own', capacity: 5000 },
  })
  const person = await staff('POST', '/tickets/v1/attendees', {
    ticket_id: ticket.json.id,
    full_name: 'Ann Heron',
    email: 'ann@example.org',
  })
  expect([event.status, ticket.status, person.status]).toEqual([201, 202, 201])
  const at = {
    event: `/events/v1/events/${event.json.id}`,
    ticket: `/tickets/v1/tickets/${ticket.json.id}`,
    person: `/tickets/v1/attendees/${person.json.id}`,
  }
  const odd: string[] = []
  const acknowledged = { rounds: 0 }
  const working = { stopped: false }

  async function ask(method: string, path: string, body?: object) {
    const { status, json } = await staff(method, path, body)
    if (status >= 300) odd.push(`${method} ${path}: ${status} ${JSON.stringify(json)}`)
    return json
  }

  async function work() {
    for (let round = 1; !working.stopped; round += 1) {
      const { nonces } = await ask('GET', at.ticket)
      await ask('PUT', at.ticket, {
        post_id: event.json.id,
        edit_ticket_nonce: nonces?.edit,
        name: `Gallery ${round}`,
      })
      await ask('POST', at.event, { title: `A matinee ${round}` })
      await ask('POST', at.person, { full_name: `Ann Heron ${round}` })
      acknowledged.rounds = round
      await ask('GET', '/events/v1/events?start_date=2031-01-01&search=matinee')
      await ask('GET', `/tickets/v1/tickets?include_post=${postId}`)
      await ask('GET', `/tickets/v1/attendees?post_id=${postId}&per_page=50`)
      await wait(pauseMilliseconds)
    }
  }

  const worked = work()
  worked.catch(() => {})
  return async () => {
    working.stopped = true
    await worked
    expect(odd).toEqual([])
    const { rounds } = acknowledged
    expect(rounds).toBeGreaterThan(3)
    expect((await ask('GET', at.event)).title).toBe(`A matinee ${rounds}`)
    expect((await ask('GET', at.ticket)).title).toBe(`Gallery ${rounds}`)
    expect((await ask('GET', at.person)).title).toBe(`Ann Heron ${rounds}`)
  }
}

describe.runIf(onPostgres && isBuildable)(
  `beside the last release, ${release.version} (needs the history)`,
  () => {
    test(
      `this version takes over during a sale, and no request fails (SEED=${seed})`,
      async () => {
        const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-release-'))
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
        const differences = buildRelease(release, folder)
        if (differences.length > 0) {
          console.log(
            `${release.version} was built with other packages: ${differences.join('; ')}.`,
          )
        }
        const database = await createServerDatabase({ bare: true })
        onTestFinished(() => database.drop())
        const { card, environment: paying } = await saleCard()
        const environment = {
          DATABASE_URL: database.url,
          PUBLIC_URL: 'http://127.0.0.1:1',
          STOP_DELAY: '1',
          ...paying,
        }
        const proxy = closedAfter(await frontProxy())
        const old = await startMarquee(environment, folder)
        await proxy.add(old.base)
        const sale = await openSale({ base: () => proxy.base, card, seed })
        const close = sale.begin()
        const finish = await staffAtWork(sale)
        await salesUntil(sale.books, sales)

        const successor = await startMarquee(environment)
        await proxy.add(successor.base)
        await salesUntil(sale.books, 2 * sales)
        for (const { base } of [old, successor]) expect(proxy.counts[base]).toBeGreaterThan(0)

        expect(await old.kill('SIGTERM')).toBe(0)
        proxy.remove(old.base)
        await salesUntil(sale.books, sales)
        await close()
        await finish()
        await sale.deliverAll()
        const odd = Object.keys(sale.books.answers).filter(status => !/^2|^409$/.test(status))
        expect([odd, sale.books.answers, old.output()]).toEqual([
          [],
          expect.anything(),
          expect.anything(),
        ])
        await expectBooksToAgree(sale)
        await expectCleanAudit(environment)
      },
      timeout,
    )
  },
)
