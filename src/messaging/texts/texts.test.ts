import { expect, test } from 'vitest'
import { locales } from '../../core/locale.ts'
import { textsOf } from './texts.ts'
import { whenWords } from './words.ts'

type Sentence = string | ((...values: readonly number[]) => string)
type Sentences = { [name: string]: Sentence | Sentences }

/** Every sentence by its path, with numbers for what is put in, which all languages write alike. */
function sentencesOf(texts: Sentences, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, one]): [string, string][] => {
    const at = `${path}${name}`
    if (typeof one === 'object') return sentencesOf(one, `${at}.`)
    return [[at, typeof one === 'string' ? one : one(3, 5, 7)]]
  })
}
const said = (locale: (typeof locales)[number]) =>
  new Map(sentencesOf(textsOf[locale] as unknown as Sentences))
const english = said('en')
const valuesIn = (sentence: string) => [...sentence.matchAll(/\d/g)].map(String).sort()

test.each(locales)(
  'the sentences of mails and papers in %s are those that English has, with the same values',
  locale => {
    const own = said(locale)
    expect([...own.keys()]).toEqual([...english.keys()])
    for (const [path, sentence] of own) {
      expect([path, valuesIn(sentence)]).toEqual([path, valuesIn(english.get(path) ?? '')])
      expect([path, sentence.trim()]).not.toEqual([path, ''])
      expect(sentence).not.toMatch(/undefined|NaN|#/)
    }
  },
)

test.each(locales.filter(locale => locale !== 'en'))(
  'the sentences in %s are in this language: what has three words is not the English',
  locale => {
    const same = [...said(locale)].filter(
      ([path, sentence]) => sentence === english.get(path) && sentence.split(' ').length > 2,
    )
    expect(same).toEqual([])
  },
)

test('the time of an event has its day, both clocks and the zone; whole days have no clock', () => {
  const times = {
    start_local: '2031-06-01 19:00:00',
    end_local: '2031-06-01 23:00:00',
    timezone: 'Europe/Oslo',
    all_day: false,
  }
  expect(whenWords(times, 'en')).toMatch(
    /^Sunday,? 1 June 2031 at 7:00\spm – 11:00\spm \(Europe\/Oslo\)$/,
  )
  expect(whenWords(times, 'de')).toBe('Sonntag, 1. Juni 2031 um 19:00 – 23:00 (Europe/Oslo)')
  const days = { ...times, end_local: '2031-06-02 23:59:59', all_day: true }
  expect(whenWords(days, 'fr')).toBe('dimanche 1 juin 2031 – lundi 2 juin 2031 (Europe/Oslo)')
  const night = { ...times, end_local: '2031-06-02 01:00:00' }
  expect(whenWords(night, 'nb')).toMatch(/^søndag 1\. juni 2031 .*19:00 – mandag 2\. juni 2031/)
  expect(whenWords({ ...times, end_local: times.start_local }, 'es')).toMatch(/19:00 \(Europe/)
})
