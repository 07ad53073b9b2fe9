// What phones do without a network while tickets are sold, passed on and given back, and with whatever is held before them.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attendees } from '../support/attending.ts'
import { aBuyer, refund } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import {
  codeOf,
  goOffline,
  openDoors,
  openPhone,
  pairAndOpen,
  scansOf,
  type,
  word,
} from './open-door.ts'

const { app, base } = await openDoors({ QR_CONTENT: 'signed' })
const { db, tickets } = app
const as = 'administrator' as const

test('what was sold, passed on and given back while a phone had no network is judged as well as it can be, and told afterwards', async () => {
  const { id: ticketId, eventId } = await ticketOnSale(app, { capacity: 20 })
  const [stays, goes, returns] = [
    await aBuyer(app, { ticketId, eventId }),
    await aBuyer(app, { ticketId, eventId }),
    await aBuyer(app, { ticketId, eventId }),
  ]
  const before = [await codeOf(app, goes), await codeOf(app, returns)]
  const phone = await openPhone(base)
  const { page, context } = phone
  await pairAndOpen(phone, app, eventId)
  await goOffline(phone)
  await tickets('PATCH', `/attendees/${goes.id}`, { as, body: { email: 'dee@example.org' } })
  await refund(app, returns.orderId, { whole: true })
  const sold = await aBuyer(app, { ticketId, eventId })
  const plain = new URL(await codeOf(app, sold))
  plain.searchParams.delete('code')
  const shown: [string, string, string][] = [
    [await codeOf(app, stays), 'Come in', 'Not compared with the other phones yet'],
    [plain.href, 'Ask the desk', 'may be newer than the list'],
    [await codeOf(app, sold), 'Come in', 'Sold after this list was loaded'],
    [await codeOf(app, goes), 'Come in', 'Passed on after this list was loaded'],
    [before[1]!, 'Come in', 'Not compared with the other phones yet'],
  ]
  for (const [text, heading, advice] of shown) {
    await type(page, text)
    await word(page, heading)
    await page.getByText(advice).waitFor()
  }
  // The former code of a ticket whose newer one was seen is known for what it is.
  await type(page, before[0]!)
  await page.getByText('This ticket was passed on').waitFor()
  await context.setOffline(false)
  await page.getByText('0 to send').waitFor()
  expect(
    (await scansOf(app, eventId)).map(({ attendee_id, merged }) => [attendee_id, merged]),
  ).toEqual([
    [stays.id, 'admitted'],
    [sold.id, 'refused'],
    [sold.id, 'admitted'],
    [goes.id, 'admitted'],
    [returns.id, 'conflict'],
    [goes.id, 'refused'],
  ])
  await context.close()
})

test('whatever is held before a phone has a reason, and nothing stops it', async () => {
  const [guest] = await attendees(app, 1)
  const [elsewhere] = await attendees(app, 1)
  const { eventId } = guest!
  const right = await codeOf(app, guest!)
  const forged = new URL(right)
  forged.searchParams.set('code', `${right.split('code=MQ1.')[1] ? 'MQ1.' : ''}${'A'.repeat(119)}`)
  const wrong = new URL(right)
  wrong.searchParams.delete('code')
  wrong.searchParams.set('security_code', 'A'.repeat(24))
  const phone = await openPhone(base)
  const { page, context } = phone
  await pairAndOpen(phone, app, eventId)
  await goOffline(phone)
  const shown: [string, string][] = [
    ['https://example.org/nothing', 'This is no ticket of this site'],
    [await codeOf(app, elsewhere!), 'This ticket is for another event'],
    [forged.href, 'its code is wrong'],
    [wrong.href, 'its code is wrong'],
    ['x?'.repeat(300), 'This is no ticket of this site'],
  ]
  for (const [text, reason] of shown) {
    await type(page, text)
    await word(page, 'Not this one')
    await page.getByText(reason).waitFor()
    await page.getByRole('button', { name: 'Scan another' }).click()
  }
  await page.getByRole('button', { name: 'Type' }).click()
  await page.getByRole('textbox').fill('☠'.repeat(10_000))
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('This is no ticket of this site').waitFor()
  await context.setOffline(false)
  await page.getByText('0 to send').waitFor()
  await type(page, right)
  await word(page, 'Come in')
  await context.close()
})

test('the shell of the door is small and sent compressed', async () => {
  const text = await (await fetch(`${base}/door`)).text()
  const files = [...text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
    ([, file = '']) => file,
  )
  const sizes = await Promise.all(
    files.map(async file => {
      const { headers } = await fetch(new URL(file, base), {
        headers: { 'accept-encoding': 'gzip' },
      })
      expect([file, headers.get('content-encoding')]).toEqual([file, 'gzip'])
      return { file, bytes: Number(headers.get('content-length')) }
    }),
  )
  const sum = (end: string) =>
    sizes.filter(({ file }) => file.endsWith(end)).reduce((total, { bytes }) => total + bytes, 0)
  expect(sum('.js')).toBeGreaterThan(10_000)
  expect(sum('.js')).toBeLessThanOrEqual(160 * 1024)
  expect(sum('.css')).toBeGreaterThan(500)
  expect(sum('.css')).toBeLessThanOrEqual(30 * 1024)
})

test('a phone that may search lets somebody in by name', async () => {
  const [guest] = await attendees(app, 1, { holderName: 'Orla Quill' })
  const { eventId } = guest!
  const phone = await openPhone(base)
  const { page } = phone
  await pairAndOpen(phone, app, eventId, { profile: 'search' })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Find by name' }).click()
  await page.getByRole('textbox').fill('quill')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('button', { name: 'Check' }).first().click()
  await word(page, 'Come in')
  await page.getByText('Orla Quill').waitFor()
  await page.getByText('ask for a proof').waitFor()
  await page.getByText('0 to send').waitFor()
  expect((await scansOf(app, eventId)).map(({ merged }) => merged)).toEqual(['admitted'])
  await phone.context.close()
})

test('without a network a code is typed: the right one lets in, a slip is told, and a phone without a network saves its scans', async () => {
  const [guest] = await attendees(app, 1, { holderName: 'Orla Quill' })
  const { eventId } = guest!
  const { code } = await db
    .selectFrom('door_codes')
    .select('code')
    .where('attendee_id', '=', guest!.id)
    .executeTakeFirstOrThrow()
  const phone = await openPhone(base)
  const { page, context } = phone
  const id = await pairAndOpen(phone, app, eventId)
  await goOffline(phone)
  await type(page, (code.startsWith('A') ? 'B' : 'A') + code.slice(1))
  await page.getByText('These letters are no code').waitFor()
  await type(page, code)
  await word(page, 'Come in')
  await page.getByRole('button', { name: 'More' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save what was not sent' }).click()
  const file = JSON.parse(readFileSync(await (await saving).path(), 'utf8'))
  const taken = await app.admin('POST', `/door-devices/${id}/scans`, {
    as: 'administrator',
    body: file,
  })
  expect([taken.status, taken.json.scans]).toEqual([200, 2])
  expect((await scansOf(app, eventId)).map(({ merged }) => merged)).toEqual(['refused', 'admitted'])
  // With a network again the phone sends the same, which counts once.
  await page.getByRole('button', { name: 'Back' }).click()
  await context.setOffline(false)
  await page.getByText('0 to send').waitFor()
  expect(await scansOf(app, eventId)).toHaveLength(2)
  await context.close()
})
