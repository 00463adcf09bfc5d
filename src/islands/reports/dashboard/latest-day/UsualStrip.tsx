import type { Currency } from '#contract/platform/params.ts'
import type { UsualRange } from '#contract/reports/latest-day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { formatRange } from '#lib/format/range.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { LatestReport } from './changes.ts'
import styles from './LatestDay.module.css'

/** Draws the usual range of the weekday, and the latest day's place in or beside it. */
export function UsualStrip({ report, currency }: { report: LatestReport; currency: Currency }) {
  const latest = report.days.at(-1)
  if (!latest?.usual || latest.profit === null) return <div className={styles.strip} />
  const { profit, usual } = latest
  const start = Math.min(0, profit, usual.low)
  const length = Math.max(profit, usual.high, start + 1) - start
  const at = (amount: number) => `${(((amount - start) / length) * 100).toFixed(2)}%`
  return (
    <div className={styles.strip}>
      <div className={styles.track} aria-hidden="true">
        <span style={{ insetInlineStart: at(usual.low), inlineSize: at(start + usual.high - usual.low) }} />
        <i style={{ insetInlineStart: at(profit) }} />
      </div>
      <p className="caption" data-figure="usual">
        {t('latest-day:range', { range: formatUsual(usual, currency) })}
      </p>
    </div>
  )
}

export const formatUsual = ({ low, high }: UsualRange, currency: Currency) =>
  formatRange(formatMoney(low, currency, locale()), formatMoney(high, currency, locale()), locale())
