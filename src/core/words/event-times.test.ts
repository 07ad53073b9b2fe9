import { expect, test } from 'vitest'
import type { Locale } from '../locale.ts'
import { type EventTimes, whenInWords } from './event-times.ts'
import { speakerOf } from './speak.ts'

const whenWords = (times: EventTimes, language: Locale) => whenInWords(times, speakerOf(language))

test('the time of an event has its day, both clocks and the zone; whole days have neither', () => {
  const times = {
    start_local: '2031-06-01 19:00:00',
    end_local: '2031-06-01 23:00:00',
    timezone: 'Europe/Oslo',
    all_day: false,
  }
  expect(whenWords(times, 'en')).toMatch(
    /^Sunday,? 1 June 2031, 7:00\spm – 11:00\spm \(Oslo time\)$/,
  )
  expect(whenWords(times, 'de')).toBe('Sonntag, 1. Juni 2031, 19:00 – 23:00 (Zeit in Oslo)')
  const days = { ...times, end_local: '2031-06-02 23:59:59', all_day: true }
  expect(whenWords(days, 'fr')).toBe('dimanche 1 – lundi 2 juin 2031')
  const weekend = { ...times, end_local: '2031-06-02 18:00:00' }
  expect(whenWords(weekend, 'nb')).toMatch(/^søndag 1\. juni 2031 .*19:00.*–.*mandag 2\. juni 2031/)
  // What ends in the night belongs to the evening on which it began.
  const night = { ...times, end_local: '2031-06-02 01:00:00' }
  expect(whenWords(night, 'nb')).toBe('søndag 1. juni 2031, 19:00 – 1:00 (Tid i Oslo)')
  expect(whenWords({ ...times, end_local: times.start_local }, 'es')).toMatch(
    /19:00 \(Hora de Oslo\)/,
  )
})
