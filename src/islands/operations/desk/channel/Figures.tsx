import type { CardFigures } from '#contract/operations/desk/channel-card.ts'
import styles from '#islands/operations/desk/card/Card.module.css'
import { formatSignedPercent } from '#lib/format/amount.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatCount, formatMoney } from '#lib/format/number.ts'
import { addValue } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export function Figures({ figures: { currency, range, last, before, days } }: { figures: CardFigures }) {
  if (range === null) return <p className={styles.none}>{t('desk-channel:figures.none')}</p>
  return (
    <section className={styles.figures} aria-label={t('desk-channel:figures.title')}>
      <div className={styles.figure}>
        <small>{addValue(t('desk-channel:figures.title'), t('common:profit'))}</small>
        <b>{formatMoney(last.profit, currency, locale())}</b>
        <Change last={last.profit} before={before?.profit ?? null} />
      </div>
      <div className={styles.figure}>
        <small>{t('desk-channel:figures.views')}</small>
        <b>{formatCount(last.views, locale())}</b>
        <Change last={last.views} before={before?.views ?? null} />
      </div>
      <div className={styles.figure}>
        <small>{t('desk-channel:figures.latest')}</small>
        <b>{formatDay(range.to, locale())}</b>
      </div>
      <Bars days={days} currency={currency} />
    </section>
  )
}

function Change({ last, before }: { last: number; before: number | null }) {
  if (before === null || before <= 0) return null
  const ratio = last / before - 1
  return (
    <small className={ratio < 0 ? 'bad' : 'good'}>
      {t('desk-channel:figures.before', { change: formatSignedPercent(ratio, locale()) })}
    </small>
  )
}

/** The table of days beside it says the same. */
function Bars({ days, currency }: Pick<CardFigures, 'days' | 'currency'>) {
  const highest = Math.max(1, ...days.map(({ profit }) => profit))
  return (
    <ol className={styles.bars} aria-label={t('desk-channel:figures.chart')}>
      {days.map(({ day, profit, isIncomplete }) => (
        <li
          key={day}
          data-incomplete={isIncomplete || undefined}
          style={{ blockSize: `${isIncomplete ? 100 : Math.max(2, (Math.max(0, profit) / highest) * 100)}%` }}
          title={addValue(
            formatDay(day, locale()),
            isIncomplete ? t('desk-channel:days.incomplete') : formatMoney(profit, currency, locale()),
          )}
        >
          <span className="visually-hidden">
            {addValue(
              formatDay(day, locale()),
              isIncomplete ? t('desk-channel:days.incomplete') : formatMoney(profit, currency, locale()),
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
