import type { Currency } from '#contract/platform/params.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatMonthName } from '#lib/format/day.ts'
import { formatMoney, formatMoneyShort } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Answer.module.css'
import type { Pace } from './metric-series.ts'

/** Shows the forecast of the month as a range, with its method. */
export function MonthPace({ pace, currency }: { pace: Pace; currency: Currency }) {
  const { low, high, soFar, previousMonth, day } = pace
  const short = (amount: number) => formatMoneyShort(amount, currency, locale())
  const exact = (amount: number) => formatMoney(amount, currency, locale())
  return (
    <div className={styles.pace}>
      <p className="note">{t('reports:forecast.title', { month: formatMonthName(day, locale()) })}</p>
      <p className={styles.range} title={`${exact(low)} – ${exact(high)}`} data-figure="pace">
        {short(low)} – {short(high)}
      </p>
      <PaceBar soFar={soFar} low={low} high={high} previousMonth={previousMonth} />
      <details className={styles.method}>
        <summary>
          {previousMonth === null
            ? t('reports:forecast.method')
            : t('reports:forecast.previousMonth', { amount: short(previousMonth) })}
        </summary>
        <p>{t('reports:forecast.explanation')}</p>
      </details>
    </div>
  )
}

/** The largest of all amounts takes the full width. */
function PaceBar({ soFar, low, high, previousMonth }: Omit<Pace, 'day'>) {
  const full = Math.max(high, previousMonth ?? 0, 1)
  const share = (amount: number) => Math.min(100, Math.max(0, (amount / full) * 100))
  return (
    <svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.likely} x={share(low)} width={share(high) - share(low)} height="10" />
      <rect
        className={styles.sure}
        x={share(soFar)}
        width={Math.max(0, share(low) - share(soFar))}
        height="10"
      />
      <rect width={share(soFar)} height="10" />
      {previousMonth !== null && (
        <path d={`M${share(previousMonth)} 0V10`} vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  )
}

export const PaceSkeleton = () => (
  <div className={styles.pace}>
    <p className="note">
      <Skeleton width="60%" />
    </p>
    <p className={styles.range}>
      <Skeleton width="80%" />
    </p>
    <Skeleton height="10px" />
    <p className={styles.method}>
      <Skeleton width="50%" />
    </p>
  </div>
)
