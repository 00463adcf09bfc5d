import type { Currency } from '#contract/platform/params.ts'
import { pricePerThousandViews } from '#contract/reports/reports.ts'
import { formatMoney, formatNumber, formatPercent, formatThousandPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './CountriesSection.module.css'
import type { CountryRow } from './country-rows.ts'

export const otherCountries = 'other'

/** `other` is the sum of the countries without their own slice. */
export function describeCountry(
  id: string,
  {
    rows,
    others,
    currency,
  }: { rows: readonly CountryRow[]; others: readonly CountryRow[]; currency: Currency },
): string {
  const parts = id === otherCountries ? others : rows.filter(({ country }) => country === id)
  const [first] = parts
  if (!first) return ''
  const sum = (key: 'views' | 'profit') => parts.reduce((total, row) => total + row[key], 0)
  const [views, profit] = [sum('views'), sum('profit')]
  const total = rows.reduce((all, row) => all + row.views, 0)
  const perThousand = pricePerThousandViews({ views, grossProfit: profit, netProfit: null })
  return t('video-detail:countries.readout', {
    country: id === otherCountries ? t('video-detail:countries.other') : first.name,
    views: formatNumber(views, locale()),
    share: formatPercent(total === 0 ? null : views / total, locale()),
    profit: formatMoney(profit, currency, locale()),
    perThousand: formatThousandPrice(perThousand, currency, locale()),
  })
}

/** Screen readers get this text from the drawings' sliders. */
export const CountryReadout = ({ text }: { text: string | null }) => (
  <p className={styles.readout} aria-hidden="true" data-readout={text === null ? undefined : ''}>
    {text ?? t('video-detail:countries.point')}
  </p>
)
