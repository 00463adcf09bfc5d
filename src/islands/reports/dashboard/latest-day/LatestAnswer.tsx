import type { Currency } from '#contract/platform/params.ts'
import { getWeekday } from '#contract/reports/calendar.ts'
import { minUsualWeeks } from '#contract/reports/latest-day.ts'
import { getMemberProfit, getProfit } from '#contract/reports/reports.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { MoverName, MoverPicture } from '#islands/reports/dashboard/movers/MoverIdentity.tsx'
import { MemberProfit } from '#islands/reports/frame/MemberProfit.tsx'
import { ChangeText } from '#islands/reports/metrics/ChangeText.tsx'
import { computeChange } from '#islands/reports/state/totals.ts'
import { formatDayOfWeek, formatWeekday } from '#lib/format/day.ts'
import { formatMoney, formatMoneyChange } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { explainChange, type LatestReport, type ShownChange } from './changes.ts'
import styles from './LatestDay.module.css'
import { UsualStrip } from './UsualStrip.tsx'

interface ReportProps {
  report: LatestReport
  currency: Currency
}

export function LatestAnswer({ report, currency }: ReportProps) {
  const { latest, weekBefore } = report
  const change = explainChange(report, currency)
  const weekday = formatWeekday(getWeekday(latest.day), locale(), 'long')
  return (
    <section className={styles.answer}>
      <div className={styles.figures}>
        <h2 className="note">
          {t('latest-day:title')} <span className={styles.date}>{formatDayOfWeek(latest.day, locale())}</span>
        </h2>
        <p className={styles.amount} data-figure="latest">
          {formatMoney(getProfit(latest), currency, locale())}
        </p>
        <MemberProfit amount={getMemberProfit(latest)} currency={currency} figure="latestMemberProfit" />
        <p className={styles.change} data-figure="latestChange">
          {weekBefore && change ? (
            <ChangeText
              change={computeChange(getProfit(latest), getProfit(weekBefore))}
              comparison={t('latest-day:lastWeek', { weekday })}
              difference={formatMoneyChange(change.change, currency, locale())}
            />
          ) : (
            t('latest-day:notCompared', { weekday })
          )}
        </p>
        <Verdict report={report} weekday={weekday} />
        <UsualStrip report={report} currency={currency} />
      </div>
      {change && <Reasons by={report.reasons?.by ?? 'video'} change={change} currency={currency} />}
    </section>
  )
}

function Verdict({ report: { unusual, days }, weekday }: { report: LatestReport; weekday: string }) {
  if (!unusual) {
    const isKnown = days.at(-1)?.usual != null
    return (
      <p className={styles.verdict}>
        {isKnown ? t('latest-day:usual', { weekday }) : t('latest-day:unknown', { number: minUsualWeeks })}
      </p>
    )
  }
  const { direction, isExtreme, sameWeekdays } = unusual
  return (
    <p className={styles.verdict} data-unusual={direction}>
      <b className={styles.unusual}>
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path
            d={
              direction === 'above'
                ? 'M2 11.5l4-4 3 3 5-6M10 4.500h4v4'
                : 'M2 4.500l4 4 3-3 5 6M10 11.500h4v-4'
            }
          />
        </svg>
        {t('latest-day:unusual')}
      </b>
      <span>
        {t(`latest-day:${isExtreme ? 'extreme' : 'outside'}.${direction}`, {
          weekday,
          number: sameWeekdays,
        })}
      </span>
    </p>
  )
}

interface ReasonsProps {
  by: NonNullable<LatestReport['reasons']>['by']
  change: ShownChange
  currency: Currency
}

function Reasons({ by, change: { change, movers, rest, split }, currency }: ReasonsProps) {
  const write = (amount: number) => formatMoneyChange(amount, currency, locale())
  return (
    <div className={styles.reasons}>
      <h3>{t(`latest-day:reasons.${change > 0 ? 'up' : change < 0 ? 'down' : 'same'}`)}</h3>
      <ul className={styles.lines}>
        {movers.map(({ mover, before, now, change: amount }) => (
          <li key={`${mover.channelId} ${mover.id}`} data-reason={mover.id}>
            <MoverPicture kind={by} mover={mover} />
            <span className={styles.line}>
              <MoverName kind={by} mover={mover} />
              <span className="caption">
                {formatMoney(before, currency, locale())} → {formatMoney(now, currency, locale())}
              </span>
            </span>
            <b className={getTone(amount)}>{write(amount)}</b>
          </li>
        ))}
        <li className={styles.rest} data-reason="rest">
          <span>{t('latest-day:reasons.rest')}</span>
          <b className={getTone(rest)}>{write(rest)}</b>
        </li>
      </ul>
      <p className={styles.split}>
        {split && t('reports:movers.reason', { views: write(split.byViews), price: write(split.byPrice) })}
      </p>
    </div>
  )
}

const getTone = (amount: number) => (amount > 0 ? 'good' : amount < 0 ? 'bad' : 'muted')

export const LatestAnswerSkeleton = () => (
  <section className={styles.answer} aria-hidden="true">
    <div className={styles.figures}>
      <h2 className="note">
        {t('latest-day:title')} <span className={styles.date} data-fill="date" />
      </h2>
      <p className={styles.amount} data-fill="amount">
        <Skeleton width="60%" />
      </p>
      <p className={styles.change}>
        <Skeleton width="80%" />
      </p>
      <p className={styles.verdict}>
        <Skeleton width="70%" />
      </p>
      <Skeleton height="8px" />
    </div>
    <div className={styles.reasons}>
      <h3>
        <Skeleton width="40%" />
      </h3>
      <div className={styles.lines}>
        {[80, 60, 70].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    </div>
  </section>
)
