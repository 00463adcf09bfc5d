import { getPremiumProfit, getProfit, premiumRate } from '#contract/reports/reports.ts'
import { isNetBesideGross } from '#islands/reports/state/totals.ts'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { formatCount, formatMoney, formatMoneyShort, formatPercent, roundMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { AttentionCard } from './AttentionCard.tsx'
import styles from './Breakdown.module.css'
import { ChannelShares } from './ChannelShares.tsx'
import type { ReportCardProps } from './report-card.ts'
import { WeekdayBars } from './WeekdayBars.tsx'

export function Breakdown() {
  const { shown, stale } = useDisplayedReport()
  return (
    <section className={styles.cards} aria-label={t('breakdown:title')}>
      <AttentionCard />
      {shown && (
        <>
          {isNetBesideGross(shown.report.totals) ? (
            <FeeSteps shown={shown} stale={stale} />
          ) : (
            <ChannelShares />
          )}
          <PremiumParts shown={shown} stale={stale} />
          <WeekdayBars shown={shown} stale={stale} />
        </>
      )}
    </section>
  )
}

/** Shows the steps from gross to net of the selected member; each starts where the previous one ends. */
function FeeSteps({ shown: { report, currency }, stale }: ReportCardProps) {
  // Amounts are rounded first, so that the displayed ones add up.
  const gross = roundMoney(report.totals.grossProfit ?? 0, currency)
  const net = roundMoney(report.totals.netProfit ?? 0, currency)
  const fee = gross - net
  const full = Math.max(gross, net, 1)
  const at = (amount: number) => Math.max(0, amount / full) * 100
  const money = (amount: number) => formatMoney(amount, currency, locale())
  return (
    <article className={styles.card} data-stale={stale || undefined}>
      <h2>{t('breakdown:fee.title')}</h2>
      <dl className={styles.steps}>
        <Step name="gross" label={t('common:profit')} amount={money(gross)} from={0} to={at(gross)} />
        <Step
          name="fee"
          label={t('breakdown:fee.fee', { rate: formatPercent(gross > 0 ? fee / gross : null, locale()) })}
          amount={money(-fee)}
          from={at(net)}
          to={at(gross)}
        />
        <Step name="net" label={t('lists:afterFee')} amount={money(net)} from={0} to={at(net)} />
      </dl>
    </article>
  )
}

interface StepProps {
  name: 'gross' | 'fee' | 'net'
  label: string
  amount: string
  /** Percent of the bar. */
  from: number
  to: number
}

const Step = ({ name, label, amount, from, to }: StepProps) => (
  <div data-step={name}>
    <dt className="note">{label}</dt>
    <dd>
      <b>{amount}</b>
      <svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect x={Math.min(from, to)} width={Math.abs(to - from)} height="10" />
      </svg>
    </dd>
  </div>
)

/** Shows Premium’s part of the views and of the profit, on the same scale. */
function PremiumParts({ shown: { report, currency }, stale }: ReportCardProps) {
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
