import type { ReactNode } from 'react'
import type { SharedReport } from '#contract/portal/shared-reports.ts'
import { pricePerThousandViews } from '#contract/reports/reports.ts'
import { formatMoney, formatNumber, formatThousandPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './SharedReport.module.css'

interface SharedTotalsProps {
  report: NonNullable<SharedReport['report']>
}

export function SharedTotals({ report: { views, money } }: SharedTotalsProps) {
  return (
    <section aria-labelledby="totals-title">
      <h2 id="totals-title" className="visually-hidden">
        {t('reports:figures.heading')}
      </h2>
      <dl className={styles.totals}>
        <Total name="views">{formatNumber(views, locale())}</Total>
        {money && (
          <>
            <Total name="profit">{formatMoney(money.profit, money.currency, locale())}</Total>
            <Total name="rpm">
              {formatThousandPrice(
                pricePerThousandViews({ views, grossProfit: money.profit, netProfit: null }),
                money.currency,
                locale(),
              )}
            </Total>
          </>
        )}
      </dl>
    </section>
  )
}

const totalTexts = {
  views: 'reports:figures.views',
  profit: 'common:profit',
  rpm: 'shared-report:rpm',
} as const

const Total = ({ name, children }: { name: keyof typeof totalTexts; children: ReactNode }) => (
  <div className={styles.total}>
    <dt className="note">{t(totalTexts[name])}</dt>
    <dd className={styles.figure} data-figure={name}>
      {children}
    </dd>
  </div>
)
