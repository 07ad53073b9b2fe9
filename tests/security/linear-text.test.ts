// Database: none.
import { describe, expect, test } from 'vitest'
import { coreFiles, textFunctionsIn, textFunctionsOf } from './text-functions.ts'
import { walked, type Reader } from './linear-readers.ts'

/** Functions over texts in these files that are not walked, and what their texts are. */
const ofOurs: Readonly<Record<string, readonly [why: string, ...names: string[]]>> = {
  'access/sessions/rules.ts': [
    'secrets of ours, and headers that node limits',
    'sessionCookie',
    'sessionCookieHeader',
    'halfCookie',
    'halfCookieHeader',
    'sessionNonce',
    'sessionNonceHolds',
    'isSameOrigin',
    'mayReadWithCookie',
    'linkUrl',
  ],
  'catalogue/images/rules.ts': [
    'the first bytes; addresses of 2,000 characters',
    'pictureType',
    'ownImage',
  ],
  'catalogue/linked/rules.ts': [
    'stored columns, compared',
    'isRecordStatus',
    'publicationOf',
    'trashedSlug',
    'filled',
  ],
  'catalogue/terms/rules.ts': [
    'names and slugs that termName has cut',
    'countsForTerms',
    'freeTermSlug',
    'asTermId',
  ],
  'core/actor.ts': ['names of operations', 'actorBy'],
  'core/calendar-zone.ts': ['time zones', 'zoneLines', 'compactTime'],
  'core/caller.ts': ['a currency', 'refundLimitOf'],
  'core/conversion.ts': ['currencies', 'conversionOf'],
  'core/cost.ts': ['a currency', 'costOfPrices'],
  'core/currency.ts': ['currencies', 'exponentOf', 'isCurrency', 'symbolOf', 'every'],
  'core/errors.ts': ['sentences of ours', 'failParams', 'failMissing'],
  'core/html.ts': ['a page of ours', 'page'],
  'core/local-time.ts': [
    'times and zones that were read',
    'localDateTime',
    'toInstant',
    'wallToEpochMs',
    'toLocal',
    'epochMsToWall',
    'zoneAbbreviation',
    'details',
    'isoWithOffset',
    'startOfDay',
    'endOfDay',
    'shiftLocal',
    'secondsBetween',
    'secondsLater',
    'dayEdge',
    'nextMidnight',
    'defaultWindow',
  ],
  'core/money.ts': ['currencies', 'percentOf', 'largestAmount', 'formatOf', 'symbolAsEntity'],
  'core/nearest.ts': ['names of ours; nearest bounds the other', 'nearby', 'distance'],
  'core/page.ts': ['an address of ours', 'listUrl'],
  'core/remember.ts': ['keys of ours', 'remember'],
  'core/rich-text.ts': ['HTML that descriptionHtml made', 'shownHtml'],
  'core/rights.ts': ['names of rights', 'isRight', 'heldThrough', 'rightsOf'],
  'core/slug.ts': ['what slugify made', 'cut'],
  'core/theme.ts': ['a colour of the settings', 'themeOf'],
  'core/until.ts': ['times', 'justAfter'],
  'core/zone-name.ts': ['time zones', 'abbreviationAt'],
  'core/zone.ts': ['time zones', 'offsetMsAt', 'stretchEnd'],
  'messaging/changes/rules.ts': ['secrets of ours', 'cursorOf'],
  'messaging/outbox/delivery-report.ts': ['walked by its parts', 'readDeliveryReport'],
  'messaging/outbox/rules.ts': [
    'addresses and secrets of ours',
    'isErased',
    'bounceAddress',
    'endingToken',
  ],
  'platform/http/answer/encodings.ts': ['an answer of ours', 'encodedFor'],
  'platform/http/request/coerce.ts': [
    'walked by the types it reads; values, whose type is looked at',
    'coerce',
    'markListed',
    'isPlainObject',
  ],
  'platform/http/request/handling.ts': ['warnings of ours', 'withWarnings'],
  'platform/http/request/unknown-parameters.ts': ['walked by its sentences', 'unknownProblems'],
  'platform/log.ts': ['a level', 'createLog'],
  'shop/cart/cart-secret.ts': [
    'secrets whose shape was checked',
    'secretHash',
    'cartCookieHeader',
    'forgetCartHeader',
    'networkKey',
  ],
  'shop/payments/hidden.ts': ['secrets of the settings', 'hide'],
  'shop/payments/paypal/request.ts': ['titles of 1,000 characters', 'purchaseUnit', 'orderRequest'],
  'ticketing/tickets/rules.ts': ['currencies', 'isForeign'],
  'web/kit/form.tsx': ['labels of ours', 'TextArea', 'Select', 'problemOf'],
}

/** Shapes that make a reader begin anew at each place, or look for an end that does not come. */
const shapes = JSON.parse(
  String.raw`["a", " ", "\n", "-", "0", "\u200B", "é", "🎭", "<", "</", "&", "&#", "<p>", "<a href='", "<br ", "<script>",
    "<a href='\u200B'>x", "@", "a@", "\"", "{", ",", "%", "=", "?a&", "1,", "- \"", "\r\n "]`.replaceAll(
    "'",
    '\\"',
  ),
) as string[]

const n = 20_000
const fill = (shape: string, length: number) => `x${shape.repeat(length / shape.length)}x`

async function timed(read: Reader, text: string): Promise<number> {
  const start = performance.now()
  await read(text)
  return performance.now() - start
}

/**
 * Undefined for a reader that takes about twice the time for twice the text. Square time is four times it and seconds at this
 * length, so what is quick is passed at once, and what looks slow is measured again: the least of several times counts.
 */
async function slowness(read: Reader, shape: string): Promise<string | undefined> {
  const [short, long] = [fill(shape, n), fill(shape, 2 * n)]
  let [once, twice] = [Infinity, Infinity]
  for (let round = 0; round < 4; round += 1) {
    twice = Math.min(twice, await timed(read, long))
    if (twice < 250) return undefined
    once = Math.min(once, await timed(read, short))
    if (twice < 3 * once) return undefined
  }
  return `${JSON.stringify(shape)}: ${Math.round(once)} ms, twice as long ${Math.round(twice)} ms`
}

const readers = Object.entries(walked).flatMap(([file, functions]) =>
  Object.entries(functions).map(([name, read]) => ({ file, name, read })),
)

test.each(readers)('$name of $file takes twice the time for twice the text', async ({ read }) => {
  const slow: string[] = []
  for (const shape of shapes)
    slow.push(...([await slowness(read, shape)].filter(Boolean) as string[]))
  expect(slow).toEqual([])
})

/** Eight times the time for twice the text, so that no noise of a busy machine hides it. */
function cubic(text: string): number {
  const steps = text.length / 40
  let counted = 0
  for (let one = 0; one < steps; one += 1)
    for (let two = 0; two < steps; two += 1)
      for (let three = 0; three < steps; three += 1) counted += (one ^ two) & three
  return counted
}

test('a reader that takes more than linear time is found', async () => {
  expect(await slowness(cubic, ' ')).toMatch(/twice as long/)
})

describe('the list of functions over texts', () => {
  const files = [...new Set([...Object.keys(walked), ...coreFiles])].sort((a, b) =>
    a.localeCompare(b),
  )

  test.each(files)('has every exported one of %s, here or with the reason why not', file => {
    const [, ...others] = ofOurs[file] ?? ['']
    const listed = new Set([...Object.keys(walked[file] ?? {}), ...others])
    const found = textFunctionsOf(file)
    expect(found.filter(name => !listed.has(name))).toEqual([])
    expect(others.filter(name => !found.includes(name))).toEqual([])
  })

  test('would miss none that is added', () => {
    const source = `
      export function one(text: string) {}
      export const two = ({ name }: { name: string }): number => 1
      export const three = (count: number, body: Buffer) => 1
      export const four = (count: number) => 1
      const five = (text: string) => 1
      export type Six = (text: string) => void
      export function seven(value: unknown) {}`
    expect(textFunctionsIn('x.ts', source)).toEqual(['one', 'two', 'three', 'seven'])
  })
})
