import { expect, test } from 'vitest'
import { lastNameFirst, type ListedPlace, partiesOf, partiesWith, sheetsOf } from './rules.ts'

const place = (id: number, name: string, more: Partial<ListedPlace> = {}): ListedPlace => ({
  id,
  name,
  ticket: 'Seat',
  orderId: null,
  buyer: name,
  owedMinor: null,
  currency: 'EUR',
  cameInAt: null,
  ...more,
})

const order = (orderId: number, buyer: string, ...names: string[]) =>
  names.map((name, at) => place(orderId * 100 + at, name, { orderId, buyer }))

const texts = (places: readonly ListedPlace[], linesMost = 30) =>
  sheetsOf(partiesOf(places), linesMost).map(({ lines }) =>
    lines.map(line =>
      line.kind === 'place'
        ? `${line.isAlone ? '' : '  '}${lastNameFirst(line.place.name)}`
        : line.kind === 'head'
          ? `${lastNameFirst(line.party.name)} (${line.party.places.length})`
          : `${lastNameFirst(line.name)} > ${lastNameFirst(line.party.name)}`,
    ),
  )

test('a list is by last name, whatever accents and capitals, and a name of one word stands by itself', () => {
  const names = ['Zoë Ångström', 'anna Berg', 'Prince', 'Ólafur Arnalds', 'Quill, Orla']
  expect(texts(names.map((name, at) => place(at, name)))).toEqual([
    ['Ångström, Zoë', 'Arnalds, Ólafur', 'Berg, anna', 'Prince', 'Quill, Orla'],
  ])
})

test('an order stands together, and a holder with another name is found there too', () => {
  const places = [...order(1, 'Bo Buyer', 'Bo Buyer', 'Ann Zander'), place(5, 'Cy Miller')]
  expect(texts(places)).toEqual([
    ['Buyer, Bo (2)', '  Buyer, Bo', '  Zander, Ann', 'Miller, Cy', 'Zander, Ann > Buyer, Bo'],
  ])
})

test('no order is torn by the end of a sheet, and one that is longer than a sheet begins on a new one', () => {
  const places = [
    ...[1, 2, 3].map(id => place(id, `A${id} Aa`)),
    ...order(2, 'B Bb', 'B Bb', 'C Bb'),
    ...order(3, 'D Dd', 'D Dd', 'E Dd', 'F Dd', 'G Dd', 'H Dd'),
  ]
  expect(texts(places, 5).map(({ length }) => length)).toEqual([3, 3, 5, 1])
})

test('everybody stands in the list once, however many there are', () => {
  const many = Array.from({ length: 500 }, (_, id) =>
    place(id, `N${id} ${String.fromCharCode(65 + (id % 26))}`, {
      orderId: id % 3 === 0 ? null : Math.floor(id / 4),
      buyer: `Buyer ${Math.floor(id / 4)}`,
    }),
  )
  const ids = sheetsOf(partiesOf(many), 30).flatMap(({ lines }) =>
    lines.flatMap(line => (line.kind === 'place' ? line.place.id : [])),
  )
  expect(ids.toSorted((one, other) => one - other)).toEqual(many.map(({ id }) => id))
})

test('each sheet marks one of ten letters, which never go back', () => {
  const people = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter, id) =>
    place(id, `Ann ${letter}x`),
  )
  expect(sheetsOf(partiesOf(people), 1).map(({ tab }) => tab)).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 6, 7, 7, 8, 8, 9, 9, 9, 9, 9, 9,
  ])
})

test('what is owed stands with the order, and people are found by parts of names or by the number of an order', () => {
  const owed = order(7, 'Bo Buyer', 'Bo Buyer', 'Ann Zander').map(one => ({
    ...one,
    owedMinor: 4500,
  }))
  const parties = partiesOf([...owed, place(1, 'Cy Miller')])
  expect(parties.map(({ owedMinor }) => owedMinor)).toEqual([4500, null])
  const namesWith = (search: string) => partiesWith(parties, search).map(({ name }) => name)
  expect([namesWith('zan ann'), namesWith('7'), namesWith('MILLER'), namesWith('nobody')]).toEqual([
    ['Bo Buyer'],
    ['Bo Buyer'],
    ['Cy Miller'],
    [],
  ])
})
