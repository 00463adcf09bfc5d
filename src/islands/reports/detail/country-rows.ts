import type { Locale } from '#contract/locale.ts'
import { getProfit, pricePerView } from '#contract/reports.ts'
import type { CountryFigures } from '#contract/video-detail.ts'
import { getCountryName, unknownCountry } from '#lib/format/countries.ts'
import { countryCoordinates } from '#lib/format/country-coordinates.ts'
import { t } from '#lib/i18n/strings.ts'
import { mapSize, type Point, projectPoint } from './projection.ts'

export const measures = ['views', 'profit', 'price'] as const
export type Measure = (typeof measures)[number]

export interface CountryRow extends CountryFigures {
  profit: number
  name: string
  /** Of the views of all countries, 0 to 1; null where there are none. */
  share: number | null
  /** Profit of one view; null without views. */
  price: number | null
  /** In every drawing, whatever it measures. */
  color: string
}

export type Column = 'name' | 'views' | 'share' | 'profit' | 'price'

export interface CountrySorting {
  column: Column
  order: 'asc' | 'desc'
}

export const otherColor = 'var(--line-strong)'
/** As many as the palette has. */
const paletteSize = 30

const divide = (part: number, whole: number) => (whole === 0 ? null : part / whole)

/** Those with the most views first, as the API has them. */
export function toCountryRows(countries: readonly CountryFigures[], locale: Locale): CountryRow[] {
  const views = countries.reduce((total, one) => total + one.views, 0)
  return countries.map((one, at) => ({
    ...one,
    name:
      one.country === unknownCountry
        ? t('video-detail:countries.unknown')
        : getCountryName(one.country, locale),
    share: divide(one.views, views),
    profit: getProfit(one),
    price: pricePerView(one),
    color: at < paletteSize ? `var(--chart-${at + 1})` : otherColor,
  }))
}

/** What is missing stands last, whichever way; ties in the order of the codes. */
export function sortRows(rows: readonly CountryRow[], { column, order }: CountrySorting, locale: Locale) {
  const sign = order === 'asc' ? 1 : -1
  const { compare } = new Intl.Collator(locale)
  const byValue = (a: CountryRow, b: CountryRow) => {
    if (column === 'name') return sign * compare(a.name, b.name)
    const [one, other] = [a[column], b[column]]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one - other)
  }
  return rows.toSorted((a, b) => byValue(a, b) || (a.country < b.country ? -1 : 1))
}

/** By a column: numbers first from the highest, names from the first, then the other way round. */
export function toggleSorting({ column, order }: CountrySorting, selected: Column): CountrySorting {
  if (column === selected) return { column, order: order === 'asc' ? 'desc' : 'asc' }
  return { column: selected, order: selected === 'name' ? 'asc' : 'desc' }
}

const maxSlices = 6

export interface Slice {
  /** null: all countries that have no slice of their own. */
  row: CountryRow | null
  value: number
  /** Of all that is drawn, 0 to 1. */
  share: number
  color: string
}

/** The six largest and all others together; what is not above zero cannot be drawn. */
export function computeSlices(rows: readonly CountryRow[], measure: 'views' | 'profit'): Slice[] {
  const positiveRows = rows.filter((row) => row[measure] > 0).toSorted((a, b) => b[measure] - a[measure])
  const total = positiveRows.reduce((sum, row) => sum + row[measure], 0)
  const largestSlices = positiveRows.slice(0, maxSlices).map((row) => ({
    row,
    value: row[measure],
    share: row[measure] / total,
    color: row.color,
  }))
  const rest = total - largestSlices.reduce((sum, { value }) => sum + value, 0)
  if (positiveRows.length <= maxSlices) return largestSlices
  return [...largestSlices, { row: null, value: rest, share: rest / total, color: otherColor }]
}

export interface Bar {
  row: CountryRow
  price: number
}

/** Prices of the countries with the most views, the highest first. */
export function computeBars(rows: readonly CountryRow[]): Bar[] {
  return rows
    .toSorted((a, b) => b.views - a.views)
    .slice(0, maxSlices)
    .flatMap((row) => (row.price !== null && row.price > 0 ? [{ row, price: row.price }] : []))
    .toSorted((a, b) => b.price - a.price)
}

export interface Bubble extends Point {
  row: CountryRow
  radius: number
  color: string
}

/** Views that a country needs for its price to be on the map: a price of a few says nothing and would outshine all. */
export const minViewsForPrice = 100

const getMapValue = (row: CountryRow, measure: Measure) =>
  measure === 'price' && row.views < minViewsForPrice ? null : row[measure]

const maxRadius = 100
/** Smaller ones could not be seen. */
const minRadius = 5

/**
 * One for each country that has a place on the map and a value above zero, the largest first; area ∝ value.
 * Those that are `named` beside the map have their colors.
 */
export function computeBubbles(
  rows: readonly CountryRow[],
  measure: Measure,
  namedCountries: ReadonlySet<string>,
): Bubble[] {
  const drawn = rows.flatMap((row) => {
    const coordinates = countryCoordinates[row.country]
    const value = getMapValue(row, measure)
    if (!coordinates || value === null || value <= 0) return []
    const point = projectPoint(coordinates)
    return point.y > mapSize.height ? [] : [{ row, value, point }]
  })
  const top = Math.max(...drawn.map(({ value }) => value))
  return drawn
    .toSorted((a, b) => b.value - a.value)
    .map(({ row, value, point }) => ({
      ...point,
      row,
      radius: Math.max(minRadius, maxRadius * Math.sqrt(value / top)),
      color: namedCountries.has(row.country) ? row.color : otherColor,
    }))
}
