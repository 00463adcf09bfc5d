import { getMemberProfit } from '#contract/reports.ts'
import { formatCount, formatMoney, formatNumber, formatPrice, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { ChangeText } from './ChangeText.tsx'
import { describeComparison } from './comparison.ts'
import styles from './Report.module.css'
import { TotalCard, TotalSkeleton } from './TotalCard.tsx'
import { getTotals, type Total, totalKeys } from './totals.ts'
import type { DisplayedReport } from './use-displayed-report.ts'

export function Totals({ shown }: { shown: DisplayedReport }) {
  const comparison = describeComparison(shown)
  return (
    <section className={styles.totals}>
      <h2 className="visually-hidden">{t('reports:figures.heading')}</h2>
      <dl>
        {getTotals(shown.report).map((total) => (
          <TotalCard
            key={total.key}
            total={total}
            figure={formatFigure(total, shown)}
            net={formatNet(total, shown)}
          >
            <ChangeText change={total.change} comparison={comparison} />
          </TotalCard>
        ))}
      </dl>
    </section>
  )
}

export function TotalsSkeleton() {
  return (
    <section className={styles.totals} aria-hidden="true">
      <dl>
        {totalKeys.map((key) => (
          <TotalSkeleton key={key} label={t(`reports:figures.${key}`)} />
        ))}
      </dl>
    </section>
  )
}

function formatFigure(
  { key, value }: Total,
  { currency }: DisplayedReport,
): { text: string; exact?: string } {
  if (value === null) return { text: missingValue }
  if (key === 'profit') return { text: formatMoney(value, currency, locale()) }
  if (key === 'premiumPrice') return { text: formatPrice(value, currency, locale()) }
  return { text: formatCount(value, locale()), exact: formatNumber(value, locale()) }
}

function formatNet({ key }: Total, { report, currency }: DisplayedReport): string | undefined {
  const memberProfit = getMemberProfit(report.totals)
  if (key !== 'profit' || memberProfit === null) return undefined
  return formatMoney(memberProfit, currency, locale())
}
