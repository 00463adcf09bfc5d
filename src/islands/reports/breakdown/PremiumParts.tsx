import { getPremiumProfit, getProfit, premiumRate } from '#contract/reports/reports.ts'
import { formatCount, formatMoneyShort, formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Breakdown.module.css'
import type { ReportCardProps } from './report-card.ts'

/** Premium’s part of the views and of the profit, on the same scale. */
export function PremiumParts({ shown: { report, currency }, stale }: ReportCardProps) {
  const { totals } = report
  const [profit, premiumProfit] = [getProfit(totals), getPremiumProfit(totals)]
  const money = (amount: number) => formatMoneyShort(amount, currency, locale())
  return (
    <article className={styles.card} data-stale={stale || undefined}>
      <h2>{t('breakdown:premium.title')}</h2>
      <dl className={styles.premium}>
        <PremiumPart
          label={t('breakdown:premium.views')}
          share={premiumRate(totals)}
          part={formatCount(totals.premiumViews, locale())}
          whole={formatCount(totals.views, locale())}
        />
        <PremiumPart
          label={t('breakdown:premium.profit')}
          share={profit > 0 && premiumProfit >= 0 ? premiumProfit / profit : null}
          part={money(premiumProfit)}
          whole={money(profit)}
        />
      </dl>
    </article>
  )
}

interface PremiumPartProps {
  label: string
  /** null: there is nothing to divide. */
  share: number | null
  part: string
  whole: string
}

const PremiumPart = ({ label, share, part, whole }: PremiumPartProps) => (
  <div>
    <dt className="note">{label}</dt>
    <dd>
      <b className={styles.percent}>{formatPercent(share, locale())}</b>{' '}
      <span className="note nowrap">{t('breakdown:premium.of', { part, whole })}</span>
      <svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.rest} width="100" height="10" />
        <rect className={styles.premiumPart} width={Math.min(100, (share ?? 0) * 100)} height="10" />
      </svg>
    </dd>
  </div>
)
