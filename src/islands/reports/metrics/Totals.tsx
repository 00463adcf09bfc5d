import styles from '#islands/reports/frame/Report.module.css'
import { getTotals, totalKeys, totalTexts } from '#islands/reports/state/totals.ts'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { t } from '#lib/i18n/strings.ts'
import { ChangeText } from './ChangeText.tsx'
import { describeComparison } from './comparison.ts'
import { comparesGross, formatFigure, formatNet } from './format-total.ts'
import { TotalCard, TotalSkeleton } from './TotalCard.tsx'

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
            {comparesGross(total, shown) && <span> · {t('reports:change.ofGross')}</span>}
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
          <TotalSkeleton key={key} label={t(totalTexts[key])} />
        ))}
      </dl>
    </section>
  )
}
