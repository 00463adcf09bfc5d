import type { Locale } from '#contract/platform/locale.ts'
import type { CountryFigures } from '#contract/reports/countries.ts'
import { getProfit, pricePerView } from '#contract/reports/reports.ts'
import { getPaletteColor, paletteSize } from '#islands/kit/charts/palette.ts'
import { getCountryName, unknownCountry } from '#lib/format/countries.ts'
import { countryCoordinates } from '#lib/format/country-coordinates.ts'
import { t } from '#lib/i18n/strings.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import { mapSize, type Point, projectPoint } from './projection.ts'

export const measures = ['views', 'profit', 'price'] as const
export type Measure = (typeof measures)[number]

export interface CountryRow extends CountryFigures {
  profit: number
  name: string
  /** Share of all views, 0 to 1; null without any views. */
  share: number | null
  /** Profit per view; null without views. */
  price: number | null
  color: string
}

export type Column = 'name' | 'views' | 'share' | 'profit' | 'price'

export const countryTexts = {
  name: 'common:country',
  views: 'video-detail:figures.views',
  share: 'video-detail:countries.share',
  profit: 'video-detail:countries.profit',
  price: 'reports:videos.price',
} as const satisfies Record<Column, TextKey>

export interface CountrySorting {
  column: Column
  order: 'asc' | 'desc'
}

export const otherColor = 'var(--line-strong)'
const divide = (part: number, whole: number) => (whole === 0 ? null : part / whole)

export function toCountryRows(countries: readonly CountryFigures[], locale: Locale): CountryRow[] {
  const views = countries.reduce((total, one) => total + one.views, 0)
  return countries.map((one, at) => ({
    ...one,
    name: one.country === unknownCountry ? t('common:unknown') : getCountryName(one.country, locale),
    share: divide(one.views, views),
    profit: getProfit(one),
    price: pricePerView(one),
    color: at < paletteSize ? getPaletteColor(at) : otherColor,
  }))
}

/** Missing values come last in either order; ties are sorted by country code. */
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

export function toggleSorting({ column, order }: CountrySorting, selected: Column): CountrySorting {
  if (column === selected) return { column, order: order === 'asc' ? 'desc' : 'asc' }
  return { column: selected, order: selected === 'name' ? 'asc' : 'desc' }
}

const maxSlices = 6

export interface Slice {
  /** null: all countries without their own slice. */
  row: CountryRow | null
  value: number
  /** Share of the total drawn, 0 to 1. */
  share: number
  color: string
}

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

/** Minimum views for the price map: a price from a few views is noise and would outshine the rest. */
export const minViewsForPrice = 100

const getMapValue = (row: CountryRow, measure: Measure) =>
  measure === 'price' && row.views < minViewsForPrice ? null : row[measure]

const maxRadius = 100
const minRadius = 5

/** Area ∝ value; only values above zero on the map, in descending order. `named`: colored as in the legend. */
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
