import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import { getMemberProfit, getProfit, getShare, pricePerThousandViews } from '#contract/reports/reports.ts'
import type { TrackReport } from '#contract/reports/track-report.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Remark, Remarks } from '#islands/kit/ui/Remarks.tsx'
import { MemberProfit } from '#islands/reports/frame/MemberProfit.tsx'
import { ChangeText } from '#islands/reports/metrics/ChangeText.tsx'
import { describeComparison } from '#islands/reports/metrics/comparison.ts'
import { computeChange } from '#islands/reports/state/totals.ts'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { $seesNetwork } from '#lib/api/session.ts'
import { formatDayRange } from '#lib/format/day.ts'
import {
  formatCount,
  formatMoney,
  formatMoneyChange,
  formatNumber,
  formatPercent,
  formatThousandPrice,
} from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './TrackPage.module.css'

type Report = NonNullable<TrackReport['report']>

interface TrackAnswerProps {
  /** null: loading. */
  report: Report | null
  shown: DisplayedReport | null
}

export function TrackAnswer({ report, shown }: TrackAnswerProps) {
  if (!report || !shown) return <AnswerSkeleton />
  return (
    <div className={styles.figures}>
      <Earned report={report} shown={shown} />
      <Facts report={report} currency={shown.currency} />
    </div>
  )
}

function Earned({ report, shown }: { report: Report; shown: DisplayedReport }) {
  const seesNetwork = useStore($seesNetwork)
  const { currency } = shown
  const { totals, previous, range } = report
  const profit = getProfit(totals)
  const before = previous && hasFigures(previous) ? getProfit(previous.totals) : undefined
  return (
    <div className={styles.earned}>
      <h2 className="note">
        {t('track:earned')} <span>{formatDayRange(range.from, range.to, locale())}</span>
      </h2>
      <p className={styles.amount} data-figure="profit">
        {formatMoney(profit, currency, locale())}
      </p>
      <MemberProfit amount={getMemberProfit(totals)} currency={currency} />
      <p className="note" data-figure="change">
        {before !== undefined ? (
          <ChangeText
            change={computeChange(profit, before)}
            comparison={describeComparison(shown)}
            difference={formatMoneyChange(profit - before, currency, locale())}
          />
        ) : (
          <span>{t(previous ? 'track:noneBefore' : 'reports:change.none')}</span>
        )}
      </p>
      <p className="caption">
        <Remarks>
          <Remark>{t('reports:estimate')}</Remark>
          {!seesNetwork && <Remark>{t('reports:netNotice')}</Remark>}
        </Remarks>
      </p>
    </div>
  )
}

const hasFigures = ({ totals }: NonNullable<Report['previous']>): boolean =>
  totals.views !== 0 || getProfit(totals) !== 0

interface FactsProps {
  report: Report
  currency: Currency
}

/** Price, reach, and the track's part of everything. The earnings above say with what they are compared. */
function Facts({ report: { totals, previous, videoCount, all }, currency }: FactsProps) {
  const price = pricePerThousandViews(totals)
  const before = previous && hasFigures(previous) ? pricePerThousandViews(previous.totals) : undefined
  const change = computeChange(price, before)
  const whole = getProfit(all)
  return (
    <dl className={styles.facts}>
      <Fact
        name="perThousand"
        value={formatThousandPrice(price, currency, locale())}
        note={typeof change === 'number' && <ChangeText change={change} />}
      />
      <Fact
        name="views"
        value={
          <span title={formatNumber(totals.views, locale())}>{formatCount(totals.views, locale())}</span>
        }
        note={t('track:facts.videos', { count: videoCount, videos: formatNumber(videoCount, locale()) })}
      />
      <Fact
        name="share"
        value={formatPercent(getShare(getProfit(totals), whole), locale())}
        note={t('track:facts.of', { amount: formatMoney(whole, currency, locale()) })}
      />
    </dl>
  )
}

const Fact = ({ name, value, note }: { name: FactName; value: ReactNode; note: ReactNode }) => (
  <div>
    <dt className="note">{t(factTexts[name])}</dt>
    <dd className={styles.fact} data-figure={name}>
      {value}
    </dd>
    <dd className="caption">{note}</dd>
  </div>
)

const factTexts = {
  perThousand: 'reports:perThousand',
  views: 'video-detail:figures.views',
  share: 'track:facts.share',
} as const
type FactName = keyof typeof factTexts
const factNames = Object.keys(factTexts) as FactName[]

const AnswerSkeleton = () => (
  <div className={styles.figures} aria-hidden="true">
    <div className={styles.earned}>
      <p className="note">{t('track:earned')}</p>
      <p className={styles.amount}>
        <Skeleton width="60%" />
      </p>
      <p className="note">
        <Skeleton width="70%" />
      </p>
      <p className="caption">
        <Skeleton width="80%" />
      </p>
    </div>
    <div className={styles.facts}>
      {factNames.map((name) => (
        <div key={name}>
          <p className="note">{t(factTexts[name])}</p>
          <p className={styles.fact}>
            <Skeleton width="60%" />
          </p>
          <p className="caption">
            <Skeleton width="75%" />
          </p>
        </div>
      ))}
    </div>
  </div>
)
