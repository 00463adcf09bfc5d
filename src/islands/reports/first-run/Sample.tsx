import { useStore } from '@nanostores/react'
import { amountUnits } from '#contract/platform/currency.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { createEarningsWave } from '#lib/page/prerender/earnings-wave.ts'
import { $currency } from '#lib/site/site.ts'
import styles from './FirstRun.module.css'

/** Round amounts in whole won or dollars, so that nobody mistakes them for their own. */
const exampleProfit = { KRW: 100_000, USD: 100 }

const wave = createEarningsWave({
  count: 60,
  step: 8,
  left: 0,
  axis: 30,
  foot: 60,
  quietest: 4,
  loudest: 44,
  lowest: 22,
  highest: 58,
  steepness: 1.2,
  turn: [0.58, 0.66],
})

/** Heights of invented days, week after week; 0 is the bottom of the plot, 100 its top. */
const exampleDays = [34, 38, 35, 44, 52, 49, 41, 45, 57, 63, 60, 72, 78, 69, 66, 80, 88]
const points = exampleDays.map(
  (height, at) => `${(at / (exampleDays.length - 1)) * 480},${150 - height * 1.4}`,
)

/** Shows a faded example of the future screen, and says that it is one. */
export function Sample() {
  const currency = useStore($currency)
  const amount = exampleProfit[currency] * amountUnits[currency]
  return (
    <figure className={styles.sample}>
      <span className={styles.tag}>{t('first-run:sample.tag')}</span>
      <div className={styles.drawing} aria-hidden="true">
        <span className="note">{t('common:profit')}</span>
        <b className={styles.amount}>{formatMoney(amount, currency, locale())}</b>
        <svg className={styles.wave} viewBox="0 0 480 60" preserveAspectRatio="none" aria-hidden="true">
          {wave.map(({ x, top, tall, turned }) => (
            <rect
              key={x}
              x={x}
              y={top}
              width="4"
              height={tall}
              rx="2"
              data-earned={turned > 0.65 || undefined}
            />
          ))}
        </svg>
        <svg className={styles.line} viewBox="0 0 480 150" preserveAspectRatio="none" aria-hidden="true">
          {[0, 50, 100, 149].map((y) => (
            <path key={y} d={`M0 ${y}H480`} />
          ))}
          <polygon points={`0,150 ${points.join(' ')} 480,150`} />
          <polyline points={points.join(' ')} />
        </svg>
      </div>
      <figcaption className="note">{t('first-run:sample.caption')}</figcaption>
    </figure>
  )
}
