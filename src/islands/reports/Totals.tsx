import { formatCount, formatMoney, formatNumber, formatPrice, noFigure } from '#lib/format.ts'
import { locale, t } from '#lib/strings.ts'
import { ChangeText } from './ChangeText.tsx'
import { comparedWith } from './compared.ts'
import styles from './Report.module.css'
import { TotalCard, TotalSkeleton } from './TotalCard.tsx'
import { type Total, totalKeys, totalsOf } from './totals.ts'
import type { Shown } from './use-shown-report.ts'

export function Totals({ shown }: { shown: Shown }) {
  const compared = comparedWith(shown)
  return (
    <section className={styles.totals}>
      <h2 className="visually-hidden">{t('reports:figures.heading')}</h2>
      <dl>
        {totalsOf(shown.report).map((total) => (
          <TotalCard key={total.key} total={total} figure={figureOf(total, shown)} net={netOf(total, shown)}>
            <ChangeText change={total.change} compared={compared} />
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

/** How a total is written, and in full where that is shorter than the truth. */
function figureOf({ key, value }: Total, { currency }: Shown): { text: string; exact?: string } {
  if (value === null) return { text: noFigure }
  if (key === 'profit') return { text: formatMoney(value, currency, locale()) }
  if (key === 'premiumPrice') return { text: formatPrice(value, currency, locale()) }
  return { text: formatCount(value, locale()), exact: formatNumber(value, locale()) }
}

/** What the chosen member keeps of the profit. */
function netOf({ key }: Total, { report, currency }: Shown): string | undefined {
  const { memberProfit } = report.totals
  if (key !== 'profit' || memberProfit === null) return undefined
  return formatMoney(memberProfit, currency, locale())
}
