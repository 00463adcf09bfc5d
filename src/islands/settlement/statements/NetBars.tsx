import type { Currency } from '#contract/platform/currency.ts'
import type { Statement } from '#contract/settlement/statements.ts'
import { formatAmountShort } from '#lib/format/amount.ts'
import { formatMonthShort } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Statements.module.css'

const maxBars = 6

interface NetBarsProps {
  statements: readonly Statement[]
  currency: Currency
}

/** Draws the net of the latest months, oldest first. The table below has the same figures. */
export function NetBars({ statements, currency }: NetBarsProps) {
  const shown = statements.slice(0, maxBars).reverse()
  const nets = shown.map(({ net }) => net)
  const top = Math.max(0, ...nets)
  const range = top - Math.min(0, ...nets) || 1
  const scale = (value: number) => ((top - value) / range) * 100
  return (
    <figure className={styles.nets} aria-hidden="true">
      <figcaption className={styles.label}>{t('statements:balance.nets')}</figcaption>
      <ol className={styles.bars}>
        {shown.map(({ id, month, net }) => (
          <li key={id}>
            <span className="text-xs nowrap medium tight">{formatAmountShort(net, currency, locale())}</span>
            <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
              <rect
                data-negative={net < 0 || undefined}
                y={scale(Math.max(0, net))}
                width="10"
                height={Math.max(0.8, Math.abs(scale(net) - scale(0)))}
              />
            </svg>
            <span className="caption">{formatMonthShort(month, locale())}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

export const NetBarsSkeleton = () => (
  <div className={styles.nets}>
    <p className={styles.label}>{t('statements:balance.nets')}</p>
    <div className={styles.bars} />
  </div>
)
