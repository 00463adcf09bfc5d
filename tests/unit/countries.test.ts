import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { locales } from '#contract/platform/locale.ts'
import { mapSize, projectPoint } from '#islands/reports/detail/countries/projection.ts'
import { countryCodes, getCountryName } from '#lib/format/countries.ts'
import { countryCoordinates } from '#lib/format/country-coordinates.ts'

test('every country and territory has a name of its own in the four languages', () => {
  expect(countryCodes.length).toBeGreaterThanOrEqual(249)
  for (const locale of locales) {
    const names = countryCodes.map((code) => getCountryName(code, locale))
    expect(names.filter((name, at) => name === countryCodes[at] || name.trim() === '')).toEqual([])
    expect(new Set(names).size).toBe(countryCodes.length)
  }
})

test('names are the ones that people use', () => {
  const namesOf = (code: string) => locales.map((locale) => getCountryName(code, locale))
  expect(namesOf('KR')).toEqual(['한국', 'South Korea', '韩国', '南韓'])
  expect(namesOf('HK')).toEqual(['홍콩', 'Hong Kong', '香港', '香港'])
  expect(namesOf('TW')).toEqual(['대만', 'Taiwan', '台湾', '台灣'])
  expect(getCountryName('ZX', 'en')).toBe('ZX')
})

test('every place is on the earth, and all but the far south on the map', () => {
  const outside = countryCodes.filter((code) => {
    const place = countryCoordinates[code]
    if (!place) return true
    expect(Math.abs(place[0])).toBeLessThanOrEqual(180)
    expect(Math.abs(place[1])).toBeLessThanOrEqual(90)
    const { x, y } = projectPoint(place)
    return x < 0 || x > mapSize.width || y < 0 || y > mapSize.height
  })
  expect(outside).toEqual(['AQ'])
})

test('places are where the countries are', () => {
  const far = Object.entries({
    KR: [127.8, 36.4],
    JP: [138, 36.5],
    US: [-98.6, 39.8],
    FR: [2.4, 46.6],
    BR: [-53, -10.8],
    SG: [103.8, 1.35],
    GF: [-53.1, 3.9],
    NZ: [171, -43.5],
  }).filter(([code, [longitude = 0, latitude = 0]]) => {
    const [x, y] = countryCoordinates[code] ?? [0, 0]
    return Math.hypot(x - longitude, y - latitude) > 2
  })
  expect(far).toEqual([])
})

test('the outline of the land is small, lies within its map, and holds the places of large countries', async () => {
  const svg = await readFile('public/world.svg', 'utf8')
  expect(gzipSync(svg).length).toBeLessThan(15_000)
  expect(svg).toContain(`viewBox="0 0 ${mapSize.width} ${mapSize.height}"`)
  const rings = parseRings(svg)
  const points = rings.flat()
  expect(points.filter(([x, y]) => x < 0 || x > mapSize.width || y < 0 || y > mapSize.height)).toEqual([])
  const isLand = (code: string) => {
    const { x, y } = projectPoint(countryCoordinates[code] ?? [0, 0])
    return rings.filter((ring) => containsPoint(ring, x, y)).length % 2 === 1
  }
  const large = [
    'KR',
    'JP',
    'CN',
    'IN',
    'US',
    'CA',
    'BR',
    'AR',
    'ZA',
    'EG',
    'FR',
    'GB',
    'RU',
    'AU',
    'NZ',
    'ID',
  ]
  expect(large.filter((code) => !isLand(code))).toEqual([])
})

type Ring = (readonly [number, number])[]

function parseRings(svg: string): Ring[] {
  const path = / d="([^"]+)"/.exec(svg)?.[1] ?? ''
  return [...path.matchAll(/M(-?\d+) (-?\d+)l([^z]*)z/g)].map(([, left, top, steps = '']) => {
    let [x, y] = [Number(left), Number(top)]
    const numbers = steps.match(/-?\d+/g)?.map(Number) ?? []
    const ring: Ring = [[x, y]]
    for (let at = 0; at < numbers.length; at += 2) {
      x += numbers[at] ?? 0
      y += numbers[at + 1] ?? 0
      ring.push([x, y])
    }
    return ring
  })
}

/** A line to the right crosses the ring an odd number of times if it starts inside. */
const containsPoint = (ring: Ring, x: number, y: number) =>
  ring.filter(([ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length] ?? [ax, ay]
    return ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)
  }).length %
    2 ===
  1
