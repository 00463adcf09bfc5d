import type { Currency } from '#contract/platform/params.ts'
import { preloadDialog } from '#islands/kit/dialogs/preload-dialog.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { formatMonthName } from '#lib/format/day.ts'
import { formatMoney, formatMoneyShort, formatRatio } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import type { ShownTarget, TargetProgress } from './describe-target.ts'
import styles from './Pace.module.css'

interface MonthTargetProps {
  target: ShownTarget | null
  /** Its amount stands above. */
  isNamed: boolean
  currency: Currency
}

/** Says how far the target is and whether the month is likely to reach it; its room stays the same without a target. */
export function MonthTarget({ target, isNamed, currency }: MonthTargetProps) {
  if (!target) return <div className={styles.target} />
  const { progress } = target
  return (
    <div className={styles.target}>
      {progress && (
        <p>
          {t(isNamed ? 'reports:target.percent' : 'reports:target.share', {
            amount: formatMoney(progress.amount, currency, locale()),
            percent: formatPercent(progress),
          })}
        </p>
      )}
      <p>
        {progress && <span data-figure="target-state">{describeState(progress, currency)}</span>}{' '}
        {!isOver(progress) && (
          <Permitted permission="targets.change">
            <button
              type="button"
              className={styles.set}
              onPointerEnter={() => preloadDialog('monthTarget')}
              onClick={() => openDialog('monthTarget')}
            >
              {t(progress ? 'reports:target.change' : 'reports:target.set')}
            </button>
          </Permitted>
        )}
      </p>
    </div>
  )
}

const isOver = (progress: TargetProgress | null) =>
  progress?.state === 'missed' || progress?.state === 'surpassed'

const formatPercent = ({ percent }: TargetProgress) => formatRatio(percent / 100, locale())

function describeState({ state, difference }: TargetProgress, currency: Currency): string {
  if (state === 'short')
    return t('reports:target.short', { amount: formatMoneyShort(difference, currency, locale()) })
  if (state === 'surpassed' && difference === 0) return t('reports:target.reached')
  return t(`reports:target.${state}`, { amount: formatMoney(difference, currency, locale()) })
}

/** Says in words what the bar draws. */
export function describeBar(
  progress: TargetProgress,
  month: string,
  range: { low: number; high: number } | null,
  currency: Currency,
): string {
  const money = (amount: number) => formatMoney(amount, currency, locale())
  const values = {
    month: formatMonthName(`${month}-01`, locale()),
    target: money(progress.amount),
    soFar: money(progress.soFar),
    percent: formatPercent(progress),
  }
  if (!range) return t('reports:target.bar', values)
  return t('reports:target.barRange', { ...values, low: money(range.low), high: money(range.high) })
}

export const MonthTargetSkeleton = () => (
  <div className={styles.target}>
    <p>
      <Skeleton width="70%" />
    </p>
  </div>
)
