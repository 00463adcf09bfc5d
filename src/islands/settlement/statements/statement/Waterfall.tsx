import type { StatementDetail } from '#contract/settlement/statement-detail.ts'
import { getAmountLabel } from '#islands/settlement/statements/state/amount-label.ts'
import { getFirstDay } from '#islands/settlement/statements/state/months.ts'
import { formatMonthName } from '#lib/format/day.ts'
import { formatMoney, formatMoneyChange } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Waterfall.module.css'
import { listSteps, type WaterfallStep } from './waterfall.ts'

/** Draws the steps from gross to net; its rows are the text alternative. */
export function Waterfall({ statement }: { statement: StatementDetail }) {
  const { currency, account, month } = statement
  const steps = listSteps(statement, currency)
  return (
    <dl
      className={styles.steps}
      aria-label={t(`statements:statement.${account.isNetwork ? 'wayNetwork' : 'way'}`, {
        month: formatMonthName(getFirstDay(month), locale()),
      })}
    >
      {steps.map((step, at) => (
        <div
          key={step.name}
          data-step={step.name}
          data-balance={step.isBalance || undefined}
          data-tone={step.isBalance ? undefined : step.amount < 0 ? 'minus' : 'plus'}
        >
          <dt>{getAmountLabel(step.name, account)}</dt>
          <dd>
            <StepBar step={step} isLast={at === steps.length - 1} />
            <span className={styles.amount}>
              {(step.isBalance ? formatMoney : formatMoneyChange)(step.amount, currency, locale())}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Thin amounts stay visible. */
const minWidth = 0.6

function StepBar({ step: { from, to }, isLast }: { step: WaterfallStep; isLast: boolean }) {
  const width = Math.max(minWidth, Math.abs(to - from))
  const start = Math.min(from, to, 100 - minWidth)
  return (
    <svg className={styles.bar} viewBox="0 0 100 34" preserveAspectRatio="none" aria-hidden="true">
      <rect x={start} y="7" width={width} height="20" />
      {!isLast && <path d={`M${to} 27V41`} />}
    </svg>
  )
}
