import type { SharedReport } from '#contract/portal/shared-reports.ts'
import { getShare } from '#contract/reports/reports.ts'
import { ShareBar } from '#islands/kit/charts/small/ShareBar.tsx'
import { getCountryName, unknownCountry } from '#lib/format/countries.ts'
import { formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './SharedReport.module.css'
import { ViewCount } from './ViewCount.tsx'

type CountryViews = NonNullable<SharedReport['report']>['countries']

export const namedCountries = 8

const getName = (country: string) =>
  country === unknownCountry ? t('common:unknown') : getCountryName(country, locale())

/** Names the countries with the most views, and sums the others. */
export function Countries({ countries }: { countries: CountryViews }) {
  const sum = (some: CountryViews) => some.reduce((total, { views }) => total + views, 0)
  const total = sum(countries)
  const others = countries.slice(namedCountries)
  const rows = countries
    .slice(0, namedCountries)
    .map(({ country, views }) => ({ key: country, name: getName(country), views }))
  if (others.length > 0)
    rows.push({ key: 'others', name: t('shared-report:countries.other'), views: sum(others) })
  return (
    <section className={styles.card} aria-labelledby="countries-title">
      <h2 id="countries-title">{t('shared-report:countries.title')}</h2>
      <ol className={styles.countries}>
        {rows.map(({ key, name, views }) => {
          const share = getShare(views, total)
          return (
            <li key={key} data-country={key}>
              <span className="break">{name}</span>
              <span className="note nowrap">{formatPercent(share, locale())}</span>
              <ViewCount views={views} />
              <ShareBar share={share ?? 0} />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
