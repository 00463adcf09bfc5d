import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import { getWeekday } from '#contract/reports/calendar.ts'
import { shownDays } from '#contract/reports/latest-day.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatDayOfWeek, formatDayRange, formatWeekday } from '#lib/format/day.ts'
import { createDayScale } from '#lib/format/day-scale.ts'
import { formatMoney, missingValue } from '#lib/format/number.ts'
import { listFacts } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { LatestReport } from './changes.ts'
import styles from './LatestDay.module.css'
import { formatUsual } from './UsualStrip.tsx'

interface LastDaysProps {
  report: LatestReport
  currency: Currency
}

type ShownDay = LatestReport['days'][number]

/** Draws each of the last days before the usual range of its weekday; one of them is described above. */
export function LastDays({ report: { days, weekBefore }, currency }: LastDaysProps) {
  const [chosen, choose] = useState(days.length - 1)
  const day = days[chosen]
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (!day || first === undefined || last === undefined) return null
  return (
    <section className={styles.days}>
      <div className={styles.daysHead}>
        <h3>{t('latest-day:days.title', { number: days.length })}</h3>
        <p className="caption">{formatDayRange(first, last, locale())}</p>
      </div>
      <p className={styles.readout} data-figure="chosenDay">
        <b>{formatProfit(day, currency)}</b> <span>{formatDayOfWeek(day.day, locale())}</span>{' '}
        {day.usual && <span>{t('latest-day:range', { range: formatUsual(day.usual, currency) })}</span>}
      </p>
      <DayBars
        days={days}
        weekBefore={weekBefore?.day}
        chosen={chosen}
        choose={choose}
        describe={(one) => describeDay(one, currency)}
      />
      <Legend
        hasWeekBefore={weekBefore !== null}
        weekday={formatWeekday(getWeekday(last), locale(), 'long')}
      />
      <DayTable days={days} currency={currency} />
    </section>
  )
}

const formatProfit = ({ profit }: ShownDay, currency: Currency) =>
  profit === null ? t('latest-day:days.missing') : formatMoney(profit, currency, locale())

const describeDay = (day: ShownDay, currency: Currency) =>
  listFacts([
    formatDayOfWeek(day.day, locale()),
    formatProfit(day, currency),
    ...(day.usual ? [t('latest-day:range', { range: formatUsual(day.usual, currency) })] : []),
  ])

interface DayBarsProps {
  days: readonly ShownDay[]
  weekBefore: string | undefined
  chosen: number
  choose: (at: number) => void
  describe: (day: ShownDay) => string
}

function DayBars({ days, weekBefore, chosen, choose, describe }: DayBarsProps) {
  const last = days.length - 1
  const { zero, drawBar, drawBand } = createDayScale(days)
  function onKeyDown(event: KeyboardEvent) {
    const to = findTarget(event.key, chosen, last)
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    choose(Math.min(last, Math.max(0, to)))
  }
  function onPointer({ currentTarget, clientX, pointerType, buttons, type }: PointerEvent) {
    // A mouse shows what it points at; a finger what it touches.
    if (type === 'pointermove' && pointerType !== 'mouse' && buttons === 0) return
    const { left, width } = currentTarget.getBoundingClientRect()
    const at = Math.floor(((clientX - left) / width) * days.length)
    choose(Math.min(last, Math.max(0, at)))
  }
  const chosenDay = days[chosen]
  return (
    <div
      className={styles.bars}
      role="slider"
      tabIndex={0}
      aria-label={t('latest-day:days.keys', { number: days.length })}
      aria-valuemin={1}
      aria-valuemax={days.length}
      aria-valuenow={chosen + 1}
      aria-valuetext={chosenDay && describe(chosenDay)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && choose(last)}
      style={{ '--zero': zero } as CSSProperties}
    >
      {days.map((day, at) => (
        <DayColumn
          key={day.day}
          day={day.day}
          kind={at === last ? 'latest' : day.day === weekBefore ? 'before' : undefined}
          isChosen={at === chosen}
          band={day.usual && drawBand(day.usual)}
          bar={day.profit === null ? null : drawBar(day.profit)}
        />
      ))}
    </div>
  )
}

interface DayColumnProps {
  day?: string
  kind?: 'latest' | 'before' | undefined
  isChosen?: boolean
  /** null: there is none. */
  band?: CSSProperties | null
  bar?: CSSProperties | null
}

/** Without props, it is what `lib/page/head/fill-latest-day.ts` fills in. */
const DayColumn = ({ day, kind, isChosen = false, band = null, bar = null }: DayColumnProps) => (
  <span className={styles.day} data-day={day} data-kind={kind} data-chosen={isChosen || undefined}>
    <span className={styles.column}>
      <i className={styles.band} style={band ?? undefined} hidden={band === null} />
      <i className={styles.bar} style={bar ?? undefined} hidden={bar === null} />
    </span>
    <span className={styles.weekday}>
      {(['short', 'narrow'] as const).map((length) => (
        <span key={length} data-length={length}>
          {day === undefined ? '\u00a0' : formatWeekday(getWeekday(day), locale(), length)}
        </span>
      ))}
    </span>
  </span>
)

function findTarget(key: string, chosen: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return chosen - 1
    case 'ArrowRight':
    case 'ArrowUp':
      return chosen + 1
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

const Legend = ({ hasWeekBefore, weekday }: { hasWeekBefore: boolean; weekday: string }) => (
  <div className={styles.legend}>
    <ul>
      <li>
        <i data-kind="latest" />
        {t('latest-day:days.latest')}
      </li>
      {hasWeekBefore && (
        <li>
          <i data-kind="before" />
          {t('latest-day:lastWeek', { weekday })}
        </li>
      )}
      <li>
        <i data-kind="band" />
        {t('latest-day:days.band')}
      </li>
    </ul>
    <details>
      <summary>{t('latest-day:days.method')}</summary>
      <p>{t('latest-day:days.explanation')}</p>
    </details>
  </div>
)

function DayTable({ days, currency }: { days: readonly ShownDay[]; currency: Currency }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{t('latest-day:days.table', { number: days.length })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('common:day')}</th>
            <th scope="col">{t('common:profit')}</th>
            <th scope="col">{t('latest-day:days.band')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDayOfWeek(day.day, locale())}</th>
              <td>{formatProfit(day, currency)}</td>
              <td>{day.usual ? formatUsual(day.usual, currency) : missingValue}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const LastDaysSkeleton = () => (
  <section className={styles.days} aria-hidden="true">
    <div className={styles.daysHead}>
      <h3>{t('latest-day:days.title', { number: shownDays })}</h3>
    </div>
    <p className={styles.readout}>
      <Skeleton width="60%" />
    </p>
    <div className={styles.bars} data-fill="days">
      {Array.from({ length: shownDays }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places in a row
        <DayColumn key={at} />
      ))}
    </div>
    <div className={styles.legend} />
  </section>
)
