import type { Currency } from '#contract/platform/params.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import answer from '#islands/reports/metrics/Answer.module.css'
import type { Pace } from '#islands/reports/metrics/metric-series.ts'
import { formatMonthName } from '#lib/format/day.ts'
import { formatMoney, formatMoneyShort } from '#lib/format/number.ts'
import { formatRange } from '#lib/format/range.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { ShownTarget } from './describe-target.ts'
import { describeBar, MonthTarget, MonthTargetSkeleton } from './MonthTarget.tsx'
import styles from './Pace.module.css'
import { PaceBar } from './PaceBar.tsx'

interface MonthPaceProps {
  /** Null: the month has ended, or too little is known for a forecast. */
  pace: Pace | null
  target: ShownTarget | null
  currency: Currency
}

/** Shows the forecast of the month as a range, with its method, and how far the month's target is. */
export function MonthPace({ pace, target, currency }: MonthPaceProps) {
  const progress = target?.progress ?? null
  const short = (amount: number) => formatMoneyShort(amount, currency, locale())
  return (
    <div className={answer.pace} data-target={progress?.state}>
      {pace ? (
        <Range pace={pace} currency={currency} />
      ) : (
        target && <Goal target={target} currency={currency} />
      )}
      <PaceBar
        soFar={pace?.soFar ?? progress?.soFar ?? 0}
        range={pace}
        previousMonth={pace?.previousMonth ?? null}
        target={progress?.amount ?? null}
        label={target?.progress ? describeBar(target.progress, target.month, pace, currency) : undefined}
      />
      {pace && (
        <details className={styles.method}>
          <summary>
            {pace.previousMonth === null
              ? t('reports:forecast.method')
              : t('reports:forecast.previousMonth', { amount: short(pace.previousMonth) })}
          </summary>
          <p>{t('reports:forecast.explanation')}</p>
        </details>
      )}
      <MonthTarget target={target} isNamed={pace === null} currency={currency} />
    </div>
  )
}

function Range({ pace: { low, high, day }, currency }: { pace: Pace; currency: Currency }) {
  const format = (write: typeof formatMoney) =>
    formatRange(write(low, currency, locale()), write(high, currency, locale()), locale())
  return (
    <>
      <p className="note">{t('reports:forecast.title', { month: formatMonthName(day, locale()) })}</p>
      <p className={styles.range} title={format(formatMoney)} data-figure="pace">
        {format(formatMoneyShort)}
      </p>
    </>
  )
}

/** Stands in place of the forecast where there is none. */
function Goal({ target: { month, progress }, currency }: { target: ShownTarget; currency: Currency }) {
  return (
    <>
      <p className="note">{t('reports:target.title', { month: formatMonthName(`${month}-01`, locale()) })}</p>
      <p className={styles.range} data-figure="target">
        {progress && formatMoney(progress.amount, currency, locale())}
      </p>
    </>
  )
}

export const PaceSkeleton = () => (
  <div className={answer.pace}>
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
    <MonthTargetSkeleton />
  </div>
)
