import { useStore } from '@nanostores/react'
import { type Figures, getProfit } from '#contract/reports/reports.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import answer from '#islands/reports/metrics/Answer.module.css'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { $seesNetwork } from '#lib/api/session.ts'
import { formatMoney, formatPercent, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ChannelPage.module.css'

interface NetworkShareProps {
  shown: DisplayedReport
  /** The report of all channels; null while it is loading or if it failed. */
  network: DisplayedReport | null
}

/** Shows the channel's part in the profit of all channels of the account or the selected member. */
export function NetworkShare({ shown, network }: NetworkShareProps) {
  const seesNetwork = useStore($seesNetwork)
  const whole = !seesNetwork ? 'own' : shown.member === undefined ? 'network' : 'member'
  const matching = network && isSameQuestion(shown, network) ? network.report : null
  const share = matching && computeShare(shown.report.totals, matching.totals)
  const before =
    matching?.previous && shown.report.previous
      ? computeShare(shown.report.previous.totals, matching.previous.totals)
      : null
  return (
    <div className={answer.pace}>
      <p className="note">{t(`channel-page:share.${whole}`)}</p>
      <p className={answer.range} data-figure="share">
        {matching ? share === null ? missingValue : formatPercent(share, locale()) : <Skeleton width="50%" />}
      </p>
      <ShareBar share={share ?? 0} />
      <p className={styles.wholes}>
        <span>{matching && describeWhole(matching.totals, shown)}</span>
        {before !== null && (
          <span>{t('channel-page:share.before', { share: formatPercent(before, locale()) })}</span>
        )}
      </p>
    </div>
  )
}

/** The scale is the same for every channel and period. */
const ShareBar = ({ share }: { share: number }) => (
  <>
    <svg className={answer.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.min(100, Math.max(0, share * 100))} height="10" />
    </svg>
    <p className={styles.scale}>
      <span>0%</span>
      <span>100%</span>
    </p>
  </>
)

/** Reserves the height of `NetworkShare`. */
export function ShareSkeleton() {
  return (
    <div className={answer.pace}>
      <p className="note">
        <Skeleton width="60%" />
      </p>
      <p className={answer.range}>
        <Skeleton width="50%" />
      </p>
      <ShareBar share={0} />
      <p className={styles.wholes}>
        <Skeleton width="70%" />
      </p>
    </div>
  )
}

const isSameQuestion = (one: DisplayedReport, other: DisplayedReport) =>
  one.member === other.member && JSON.stringify(one.time) === JSON.stringify(other.time)

const describeWhole = (totals: Figures, { currency }: DisplayedReport) =>
  t('channel-page:share.whole', { amount: formatMoney(getProfit(totals), currency, locale()) })

type Amounts = Pick<Figures, 'grossProfit' | 'netProfit'>

/** 0 to 1, or outside of that if some channels had losses; null unless the whole is a profit. */
function computeShare(part: Amounts, whole: Amounts): number | null {
  const total = getProfit(whole)
  return total > 0 ? getProfit(part) / total : null
}
