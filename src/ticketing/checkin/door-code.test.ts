import { expect, test } from 'vitest'
import { inGroups, looksLikeDoorCode, readDoorCode } from './door-code.ts'

const letters = Array.from('ABCDEFGHJKMNPQRSTUVWXYZ')
/** Seven letters and the one that fits them. */
const made = (first: string) =>
  letters.map(last => first + last).find(code => readDoorCode(code) !== undefined) ?? ''
const codes = ['KRTMWXA', 'AAAAAAA', 'ZYXWVUT', 'BSZGBSZ', 'CDEFGHJ'].map(made)

test('of the letters that may come last exactly one fits', () => {
  for (const code of codes) {
    const fitting = letters.filter(last => readDoorCode(code.slice(0, 7) + last))
    expect(fitting).toEqual([code.at(-1)])
  }
})

test('one wrong letter, and two neighbours that changed places, are always found', () => {
  for (const code of codes) {
    for (let at = 0; at < 8; at += 1) {
      for (const letter of letters.filter(other => other !== code[at])) {
        expect(readDoorCode(code.slice(0, at) + letter + code.slice(at + 1))).toBeUndefined()
      }
      const [one = '', two = ''] = code.slice(at, at + 2)
      if (one === two || two === '') continue
      expect(readDoorCode(code.slice(0, at) + two + one + code.slice(at + 2))).toBeUndefined()
    }
  }
})

test('it is read in small letters, in groups, and with the digits that look like its letters', () => {
  const [code = '', , , alike = ''] = codes
  const [typed] = [inGroups(code)]
  const groups = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
  const digits = alike
    .replaceAll('B', '8')
    .replaceAll('S', '5')
    .replaceAll('Z', '2')
    .replace('G', '6')
  expect([typed, groups, digits].map(readDoorCode)).toEqual([code, code, alike])
})

test('addresses, signed codes and sentences are none', () => {
  const others = ['', 'KRTM', '12.abcdefgh', 'https://x.test/t/1.ab', 'KRTM WXAB C', 'MQ1.abcd']
  expect(others.filter(looksLikeDoorCode)).toEqual(['MQ1.abcd'].filter(looksLikeDoorCode))
  expect(others.map(readDoorCode)).toEqual(others.map(() => undefined))
})
