import type { OwnerArrival } from '#contract/settlement/final-files.ts'
import { ArrivalChip, describeArrival } from '#islands/settlement/months/state/ArrivalChip.tsx'
import { formatLocalDay, formatMonth } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Closing.module.css'

/** Shows which final files of each content owner are there, by which way they came, and which are expected. */
export function FinalFiles({ arrivals }: { arrivals: readonly OwnerArrival[] }) {
  if (arrivals.length === 0) return null
  return (
    <section className={styles.files} aria-labelledby="final-files">
      <h3 className="text-s" id="final-files">
        {t('month-closing:files.title')}
      </h3>
      {arrivals.map((arrival) => (
        <Arrival key={`${arrival.month} ${arrival.owner}`} arrival={arrival} />
      ))}
    </section>
  )
}

function Arrival({ arrival }: { arrival: OwnerArrival }) {
  const { month, owner, state, isFetched, files } = arrival
  const way = t(isFetched ? 'month-closing:files.fetched' : 'month-closing:files.byHand')
  return (
    <details className={styles.owner} open={state === 'late'}>
      <summary>
        <b className="nowrap">{formatMonth(month, locale())}</b>
        <span className="break">{owner}</span>
        <ArrivalChip state={state} />
        <span className="muted">
          {t('month-closing:files.count', {
            count: files.length,
            total: formatNumber(files.length, locale()),
          })}
        </span>
      </summary>
      <div className={styles.ownerBody}>
        {state !== 'complete' && (
          <div className="note">
            <p>{describeArrival(arrival)}</p>
            <p>{way}</p>
          </div>
        )}
        {files.length > 0 && (
          <dl className={styles.facts}>
            {files.map(({ source, way: fileWay, importedAt, rows }) => (
              <div key={source}>
                <dt>{t(`settlement:sources.${source}`)}</dt>
                <dd>
                  {t(`month-closing:files.way.${fileWay}`, { day: formatLocalDay(importedAt, locale()) })}
                  <small className="muted">
                    {t('month-closing:files.rows', { count: rows, total: formatNumber(rows, locale()) })}
                  </small>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </details>
  )
}
