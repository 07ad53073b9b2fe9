import { describe, expect, test } from 'vitest'
import { awayFrom, placeNamed, placesOf } from './places.ts'

const city = (name: string, country = '', at?: [number, number]) => ({
  city: name,
  country,
  venues: 1,
  lat: at?.[0] ?? null,
  lng: at?.[1] ?? null,
})
const oslo: [number, number] = [59.91, 10.75]

describe('a place', () => {
  test('is a city, whether its venues name the country or not', () => {
    expect(placesOf([city('Oslo', ''), city('oslo', 'Norway', oslo)])).toEqual([
      { name: 'Oslo', city: 'Oslo', countries: [], middle: { lat: 59.91, lng: 10.75 } },
    ])
  })

  test('is named with its country where several cities have the name', () => {
    const places = placesOf([city('Paris', 'France'), city('Paris', 'USA'), city('Paris')])
    expect(places.map(({ name, countries }) => [name, countries])).toEqual([
      ['Paris, France', ['France']],
      ['Paris, USA', ['USA']],
    ])
    expect(placeNamed(places, 'paris, usa')?.countries).toEqual(['USA'])
  })

  test('says how far a venue is, from a kilometre on', () => {
    const [place] = placesOf([city('Oslo', 'Norway', oslo)])
    expect(awayFrom(place, { geo_lat: 59.74, geo_lng: 10.2 })).toBeCloseTo(36, 0)
    expect(awayFrom(place, { geo_lat: 59.911, geo_lng: 10.751 })).toBeUndefined()
    expect(awayFrom(place, {})).toBeUndefined()
  })
})
