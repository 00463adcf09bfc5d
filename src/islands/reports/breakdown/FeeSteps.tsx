import { formatMoney, formatPercent, roundMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Breakdown.module.css'
import type { ReportCardProps } from './report-card.ts'

/** From gross to net of the selected member: each step starts where the one before ends. */
export function FeeSteps({ shown: { report, currency }, stale }: ReportCardProps) {
  // Rounded first, so that the displayed amounts add up.
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
        <Step name="gross" label={t('breakdown:fee.gross')} amount={money(gross)} from={0} to={at(gross)} />
        <Step
          name="fee"
          label={t('breakdown:fee.fee', { rate: formatPercent(gross > 0 ? fee / gross : null, locale()) })}
          amount={money(-fee)}
          from={at(net)}
          to={at(gross)}
        />
        <Step name="net" label={t('breakdown:fee.net')} amount={money(net)} from={0} to={at(net)} />
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
