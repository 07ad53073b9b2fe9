// Codes before the camera, and scanners that type.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../support/at-end.ts'
import { attendees } from '../support/attending.ts'
import { drawClip, type Look } from './draw-clip.ts'
import { codeOf, goOffline, openDoors, openPhone, pairAndOpen, scansOf, word } from './open-door.ts'

const { app, base } = await openDoors({ QR_CONTENT: 'signed' })

const looks: Record<string, Partial<Look>> = {
  plain: {},
  'inverted, as on a dark screen': { isInverted: true },
  noisy: { noise: 0.5 },
  'under a lamp': { hasGlare: true },
  small: { scale: 3 },
  middling: { scale: 4 },
  large: { scale: 7 },
  'in the dark': { light: 0.35 },
  'out of focus': { blur: 1 },
  'on its side': { isTurned: true },
  'not in the middle': { scale: 4, shift: [60, -70] },
}

test('a phone reads codes however they are held before it, and of two at once it takes one after the other', async () => {
  const names = Object.keys(looks)
  const guests = await attendees(app, names.length + 2, { holderName: 'Orla Quill' })
  const { eventId } = guests[0]!
  const texts = await Promise.all(guests.map(guest => codeOf(app, guest)))
  const [left, right] = texts.slice(-2) as [string, string]
  const both = {
    text: left,
    scale: 3,
    shift: [-105, 0] as const,
    beside: { text: right, scale: 3, shift: [105, 0] as const },
  }
  const file = path.join(tmpdir(), `door-${process.pid}.y4m`)
  atEnd(() => rmSync(file, { force: true }))
  const films = names.map((name, at) => ({ ...looks[name], text: texts[at]! }))
  const phone = await openPhone(base, { clip: drawClip(file, [...films, both]) })
  await pairAndOpen(phone, app, eventId)
  const unread = async () => {
    const read = new Set((await scansOf(app, eventId)).map(({ attendee_id }) => attendee_id))
    const missing = names.filter((_, at) => !read.has(guests[at]!.id))
    const pair = guests.slice(-2).some(({ id }) => read.has(id)) ? [] : ['two at once']
    return [...missing, ...pair]
  }
  await expect.poll(unread, { timeout: 90_000, interval: 500 }).toEqual([])
  const admitted = (await scansOf(app, eventId)).filter(({ merged }) => merged === 'admitted')
  const once = new Set(admitted.map(({ attendee_id }) => attendee_id))
  expect(admitted).toHaveLength(once.size)
  await phone.context.close()
})

type Phone = Awaited<ReturnType<typeof openPhone>>

/** Types as a scanner does where the focus is: each key, and into a field what no listener refused. */
const typeAll = ({ page }: Phone, texts: readonly string[], everyMs: number) =>
  page.evaluate(
    async ({ codes, pauseMs }) => {
      const press = (key: string) => {
        const at = document.activeElement
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        if (!at?.dispatchEvent(event) || !(at instanceof HTMLInputElement)) return
        if (key === 'Enter') at.form?.requestSubmit()
        else at.value += key
        at.dispatchEvent(new Event('input', { bubbles: true }))
      }
      for (const code of codes) {
        for (const key of code) press(key)
        press('Enter')
        await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
    },
    { codes: [...texts], pauseMs: everyMs },
  )

const quantity = process.env['LONG'] ? 30 : 8

test('a scanner that types thirty codes a second loses none, wherever the focus is, and their order stays', async () => {
  const guests = await attendees(app, quantity)
  const { eventId } = guests[0]!
  const phone = await openPhone(base)
  const { page, context } = phone
  await pairAndOpen(phone, app, eventId)
  await goOffline(phone)
  await page.getByRole('button', { name: 'More' }).focus()
  await typeAll(phone, await Promise.all(guests.map(guest => codeOf(app, guest))), 1000 / 30)
  await page.getByText(`${guests.length} to send`).waitFor()
  await context.setOffline(false)
  await page.getByText('0 to send').waitFor()
  const scans = await scansOf(app, eventId)
  expect(scans.map(({ attendee_id }) => attendee_id)).toEqual(guests.map(({ id }) => id))
  expect(scans.every(({ merged }) => merged === 'admitted')).toBe(true)
  await context.close()
})

test('a scanner that types while somebody is looked for by name is heard, and the field keeps what a person typed', async () => {
  const guests = await attendees(app, quantity, { holderName: 'Orla Quill' })
  const { eventId } = guests[0]!
  const phone = await openPhone(base)
  const { page, context } = phone
  await pairAndOpen(phone, app, eventId, { profile: 'search' })
  const search = async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Find by name' }).click()
  }
  await search()
  await page.getByRole('textbox').pressSequentially('Quil', { delay: 80 })
  const texts = await Promise.all(guests.map(guest => codeOf(app, guest)))
  const held = await page.getByRole('textbox').elementHandle()
  await typeAll(phone, texts, 1000 / 30)
  expect(await held?.evaluate(field => (field as HTMLInputElement).value)).toBe('Quil')
  await word(page, 'Come in')
  await page.getByText('0 to send').waitFor()
  await expect
    .poll(async () => (await scansOf(app, eventId)).map(({ attendee_id }) => attendee_id))
    .toEqual(guests.map(({ id }) => id))
  // Who types by hand is not taken for a scanner.
  await search()
  await page.getByRole('textbox').pressSequentially('Orla Quill', { delay: 60 })
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Check' }).first().waitFor()
  await context.close()
})
