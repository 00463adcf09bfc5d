import { getProfit } from '#contract/reports/reports.ts'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { formatWeekday } from '#lib/format/day.ts'
import { formatMoney, formatMoneyShort, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Breakdown.module.css'
import type { ReportCardProps } from './report-card.ts'
import { computeWeekdayMeans, minWeekdayDays, type WeekdayMean } from './weekdays.ts'

/** Shows the mean profit of each weekday, and names the best one. */
export function WeekdayBars({ shown, stale }: ReportCardProps) {
  const { series } = shown.report
  const means = computeWeekdayMeans(series.days, getProfit(series))
  return (
    <article className={styles.card} data-stale={stale || undefined}>
      <h2>{t('breakdown:weekday.title')}</h2>
      {means ? (
        <Bars means={means} currency={shown.currency} />
      ) : (
        <p className="note">{t('breakdown:weekday.tooFew', { count: minWeekdayDays })}</p>
      )}
    </article>
  )
}

/** Returns percent from the top; bars of losses hang from the zero line. */
function createBarScale(values: readonly number[]): (value: number) => number {
  const top = Math.max(0, ...values)
  const range = top - Math.min(0, ...values) || 1
  return (value) => ((top - value) / range) * 100
}

interface BarsProps {
  means: readonly WeekdayMean[]
  currency: DisplayedReport['currency']
}

function Bars({ means, currency }: BarsProps) {
  const known = means.flatMap(({ mean }) => (mean === null ? [] : [mean]))
  const highest = Math.max(...known)
  const best = means.find(({ mean }) => mean === highest && mean !== 0)
  const scale = createBarScale(known)
  const short = (amount: number) => formatMoneyShort(amount, currency, locale())
  return (
    <>
      {best && (
        <p className={styles.best}>
          {t('breakdown:weekday.best', {
            weekday: formatWeekday(best.weekday, locale(), 'long'),
            amount: short(highest),
          })}
        </p>
      )}
      <ol className={styles.weekdays}>
        {means.map(({ weekday, mean }) => (
          <li key={weekday} data-weekday={weekday} data-best={weekday === best?.weekday || undefined}>
            <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
              <rect
                y={scale(Math.max(0, mean ?? 0))}
                width="10"
                height={Math.abs(scale(mean ?? 0) - scale(0))}
              />
            </svg>
            <span className="caption">{formatWeekday(weekday, locale(), 'short')}</span>
            <span className={styles.mean} aria-hidden="true">
              {mean === null ? missingValue : short(mean)}
            </span>
            <span className="visually-hidden">
              {mean === null ? missingValue : formatMoney(mean, currency, locale())}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
