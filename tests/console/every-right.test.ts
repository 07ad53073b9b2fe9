import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { grantSets } from '../../src/core/rights.ts'
import { personWithPassword } from '../support/browser.ts'
import { plantGrant } from '../support/granting.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole, signIn } from './open-console.ts'

const { app, visit } = await openConsole()
const made = await fillConsole(app)

type SetName = keyof typeof grantSets

const event = `/events/${made.event}`
const everybody = ['/', '/events', '/account', event]
const reads = ['/orders', `/orders/${made.order}`, '/attendees']
const money = ['/payments', '/books']

/** The screens that each set opens for the whole site. All others say that they are not open. */
const open: Readonly<Record<SetName, readonly string[]>> = {
  manager: [
    ...everybody,
    ...reads,
    ...money,
    '/desk',
    '/desk/batches',
    '/tills',
    '/runs',
    `${event}/refunds`,
    '/door',
    '/reports',
    '/coupons',
    '/fees',
    '/taxes',
    `${event}/settlements`,
    '/team',
    '/mails',
    '/message',
    '/tickets/change',
    '/audit',
    '/events/new',
    ...[
      '/edit',
      '/call-off',
      '/duplicate',
      '/tickets',
      '/tickets/change',
      '/questions',
      '/codes',
      '/tickets/new',
    ].map(part => event + part),
  ],
  finance: [
    ...everybody,
    ...reads,
    ...money,
    '/runs',
    `${event}/refunds`,
    `${event}/settlements`,
    '/reports',
    `${event}/tickets`,
    `${event}/questions`,
  ],
  box_office: [
    ...everybody,
    ...reads,
    '/desk',
    '/desk/batches',
    '/tills',
    `${event}/tickets`,
    `${event}/questions`,
  ],
  door: [...everybody, `${event}/tickets`],
  reader: [
    ...everybody,
    ...reads,
    ...money,
    `${event}/settlements`,
    '/reports',
    `${event}/tickets`,
    `${event}/questions`,
  ],
}

/** Open to roles and administrators, and to no set. */
const ofRoles = ['/settings', '/set-up', '/places']
const screens = [...new Set([...Object.values(open).flat(), ...ofRoles])]

/** What somebody finds at the address of a screen. */
async function lookInto(page: Page, screen: string): Promise<'open' | 'closed' | 'broken'> {
  await page.goto(`/admin${screen === '/' ? '' : screen}`)
  await page.locator('main h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  if (await page.getByText('could not be read').count()) return 'broken'
  return (await page.getByText('This is not open to you').count()) > 0 ? 'closed' : 'open'
}

test.each(Object.keys(open) as SetName[])(
  '%s opens its own screens; the others say so, and the rail leaves them out',
  async set => {
    const { id, login } = await personWithPassword(app, 'subscriber')
    await plantGrant(app, id, { set, eventId: null })
    await visit({ viewport: { width: 1280, height: 900 } }, async page => {
      await signIn(page, login)
      const rail = await page
        .getByRole('navigation', { name: 'Site', exact: true })
        .getByRole('link')
        .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
      const wrong: string[] = []
      for (const screen of screens) {
        const state = await lookInto(page, screen)
        const right = open[set].includes(screen) ? 'open' : 'closed'
        if (state !== right) wrong.push(`${screen} is ${state}, not ${right}`)
      }
      for (const path of rail) {
        const screen = path.replace(/^\/admin\/?/, '/')
        if (!open[set].includes(screen)) wrong.push(`${screen} is in the rail`)
      }
      expect(wrong).toEqual([])
    })
  },
)

test('whoever manages one event is offered no copy of it; who lets people in is shown no figure that nobody told', async () => {
  const wide = { viewport: { width: 1280, height: 900 } }
  const signedIn = async (set: SetName, eventId: number | null, act: (page: Page) => unknown) => {
    const { id, login } = await personWithPassword(app, 'subscriber')
    await plantGrant(app, id, { set, eventId })
    await visit(wide, async page => {
      await signIn(page, login)
      await page.goto(`/admin${event}`)
      await page.getByRole('heading', { name: 'The house, and who may take from it' }).waitFor()
      await act(page)
    })
  }
  await signedIn('manager', made.event, async page => {
    await page.getByRole('link', { name: 'Change tickets' }).waitFor()
    expect(await page.getByRole('link', { name: 'Duplicate' }).count()).toBe(0)
  })
  await signedIn('box_office', null, async page => {
    expect(await page.getByText('0 places').count()).toBe(0)
    expect(await page.getByText(/^0 sold$/).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Change tickets' }).count()).toBe(0)
  })
})
