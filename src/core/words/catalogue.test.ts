import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { locales } from '../locale.ts'
import { catalogues, type MessageKey } from './catalogue.ts'
import { languageFor, pseudoLanguages } from './languages.ts'
import { speakerOf } from './speak.ts'

const keys = Object.keys(catalogues.en) as MessageKey[]

/** The names of the parameters of a message. */
function placeholders(message: string): string[] {
  const found: string[] = []
  const walk = (elements: ReturnType<IntlMessageFormat['getAst']>) => {
    for (const element of elements) {
      const kind: number = element.type
      if (kind !== 0 && 'value' in element) found.push(element.value)
      if ('options' in element) {
        for (const { value } of Object.values(element.options)) walk(value)
      }
    }
  }
  walk(new IntlMessageFormat(message, 'en').getAst())
  return [...new Set(found)].sort()
}

describe.each(locales)('the sentences in %s', language => {
  test.each(keys)('%s is a valid message with the same parameters as the English one', key => {
    const message = catalogues[language][key]
    expect(message.trim()).not.toBe('')
    expect(placeholders(message)).toEqual(placeholders(catalogues.en[key]))
  })
})

test.each(locales.filter(language => language !== 'en'))(
  'the sentences in %s are in this language: what has three words is not the English',
  language => {
    const same = keys.filter(key => {
      const message = catalogues.en[key]
      const words = message.replaceAll(/\{\w+\}/g, '').match(/\p{L}+/gu) ?? []
      return catalogues[language][key] === message && words.length > 2
    })
    expect(same).toEqual([])
  },
)

test('the types of sentences know the parameters that the messages have', () => {
  const { t } = speakerOf('en')
  expect(t('page.number', { page: 3, pages: 7 })).toBe('Page 3 of 7')
  // @ts-expect-error A parameter is missing.
  expect(() => t('page.number', { page: 3 })).toThrow(/pages/)
  // @ts-expect-error The sentence has parameters.
  expect(() => t('page.number')).toThrow(/page/)
  // @ts-expect-error It has no parameters.
  expect(t('page.skip', { page: 3 })).toBe(t('page.skip'))
  // @ts-expect-error Words of a plural are no parameters, and the count is one.
  expect(() => t('form.problems', {})).toThrow(/count/)
})

test('plural forms follow the language', () => {
  const say = (language: 'en' | 'fr', count: number) =>
    speakerOf(language).t('form.problems', { count })
  expect(say('en', 0)).toBe('0 fields need another look.')
  // French uses the singular for zero.
  expect(say('fr', 0)).toBe('Un champ est à revoir.')
})

test('every sentence of the catalogue is changed by the pseudo-languages', () => {
  for (const language of pseudoLanguages) {
    const { t } = speakerOf(language)
    expect(t('page.skip')).toMatch(/^[^A-Za-z]*[ŤķĶóšťñéí]/)
    expect(t('page.number', { page: 3, pages: 7 })).toMatch(/3.*7/)
    expect(t('page.skip').length).toBeGreaterThan(1.3 * catalogues.en['page.skip'].length)
  }
  expect(speakerOf('ar-XB').dir).toBe('rtl')
})

test('amounts have the same decimals in every language', () => {
  const all = (minor: number, currency: string) =>
    locales.map(language => speakerOf(language).money({ minor, currency }).replaceAll(/\s/g, ' '))
  expect(all(123_450, 'EUR')).toEqual([
    '€1,234.50',
    '1.234,50 €',
    '1 234,50 €',
    '1 234,50 €',
    '1234,50 €',
  ])
  expect(speakerOf('en').money({ minor: 500, currency: 'JPY' })).toBe('¥500')
  expect(speakerOf('en').money({ minor: 1005, currency: 'KWD' })).toMatch(/1\.005$/)
  expect(speakerOf('en').roundMoney({ minor: 2200, currency: 'USD' })).toBe('$22')
  expect(speakerOf('en').roundMoney({ minor: 2250, currency: 'USD' })).toBe('$22.50')
})

test('a time is shown in the zone of the event and in the order of the language', () => {
  const moment = new Date('2026-12-04T18:30:00Z')
  const show = (language: 'en' | 'de', zone: string) =>
    speakerOf(language).moment(moment, zone, 'full')
  expect(show('en', 'Europe/Oslo')).toMatch(/^Friday,? 4 December 2026 at 7:30\spm$/)
  expect(show('en', 'UTC+5.5')).toMatch(/Saturday,? 5 December 2026 at 12:00\sam$/)
  expect(show('de', 'Europe/Oslo')).toMatch(/^Freitag, 4\. Dezember 2026 um 19:30$/)
})

test('a line never ends inside a time of day or a distance', () => {
  const moment = new Date('2026-12-04T12:24:00Z')
  const noBreak = '\u00a0'
  for (const style of ['time', 'full'] as const) {
    expect(speakerOf('en').moment(moment, 'UTC', style)).toContain(`12:24${noBreak}pm`)
  }
  const period = { zone: 'UTC', style: 'full' } as const
  const later = new Date('2026-12-05T01:24:00Z')
  expect(speakerOf('en').range(moment, later, period)).toContain(`1:24${noBreak}am`)
  expect(speakerOf('nb').moment(moment, 'UTC', 'full')).toContain(`kl.${noBreak}12:24`)
  expect(speakerOf('de').distance(34.4)).toBe(`34${noBreak}km`)
})

describe('the language of a page', () => {
  const wish = (wishes: { chosen?: unknown; cookie?: string; accept?: string; pseudo?: boolean }) =>
    languageFor({
      chosen: undefined,
      cookie: undefined,
      accept: undefined,
      fallback: 'es',
      pseudo: false,
      ...wishes,
    })

  test('is the requested one, else the remembered one, else the one the browser prefers', () => {
    expect(wish({ chosen: 'fr', cookie: 'de', accept: 'nb' })).toBe('fr')
    expect(wish({ chosen: 'xx', cookie: 'de', accept: 'nb' })).toBe('de')
    expect(wish({ accept: 'ja, de;q=0.4, nb-NO;q=0.9' })).toBe('nb')
    expect(wish({ accept: 'nn, en' })).toBe('nb')
    expect(wish({ accept: 'de;q=0, en-GB' })).toBe('en')
    expect(wish({ accept: 'ja' })).toBe('es')
    expect(wish({})).toBe('es')
  })

  test('is a pseudo-language for developers only', () => {
    expect(wish({ chosen: 'ar-XB' })).toBe('es')
    expect(wish({ chosen: 'ar-XB', pseudo: true })).toBe('ar-XB')
  })

  test('is found whatever a browser sends', () => {
    for (const accept of [',,,;', ';q=1', 'en;q=', '*', 'x'.repeat(5000), '\0', 'de;q=abc']) {
      expect(['es', 'en', 'de']).toContain(wish({ accept }))
    }
  })
})
