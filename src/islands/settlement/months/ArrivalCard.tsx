import { useStore } from '@nanostores/react'
import { formatMonth } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { ArrivalChip, describeArrival } from './state/ArrivalChip.tsx'
import styles from './state/Months.module.css'
import { months } from './state/store.ts'

/** Tells a manager which months' final files have yet to come. */
export function ArrivalCard() {
  const { result } = useStore(months.$state)
  const arrivals = result?.data.arrivals ?? []
  if (arrivals.length === 0) return null
  return (
    <section className="card" aria-labelledby="month-arrivals">
      <h2 id="month-arrivals">{t('months:arrivals.title')}</h2>
      <ul className={styles.tasks}>
        {arrivals.map((arrival) => (
          <li key={arrival.month}>
            <span className="wrap items-center gap-2">
              <b className="nowrap">{formatMonth(arrival.month, locale())}</b>
              <ArrivalChip state={arrival.state} />
            </span>
            <span className="grow break">{describeArrival(arrival)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
