import type { OwnerCalendar } from '#contract/reports/desk/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { MoreRows, useFirstRows } from '#islands/kit/ui/MoreRows.tsx'
import { formatDayShort, formatLocalDay } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { formatRange } from '#lib/format/range.ts'
import { listFacts } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { endsSoon, nameCell } from './describe.ts'
import { countCells, countEmptyCells, type EmptyRun, findEmptyRuns } from './empty-cells.ts'
import styles from './Reports.module.css'
import { openCell } from './store.ts'

interface EmptyCellsProps {
  owners: readonly OwnerCalendar[]
  range: DayRange
}

const shownRuns = 4

/** The answer that the calendar proves: how many cells are empty, and which. */
export function EmptyCells({ owners, range }: EmptyCellsProps) {
  const count = countEmptyCells(owners)
  const runs = findEmptyRuns(owners, range)
  const consents = owners.filter(({ connection }) => connection && needsConsent(connection))
  const list = useFirstRows(runs, shownRuns)
  return (
    <div className={styles.answer}>
      <div className={styles.total}>
        <p className="note">{t('desk-reports:empty.title')}</p>
        <p className={styles.count} data-tone={count > 0 ? 'warn' : undefined}>
          {formatNumber(count, locale())}
        </p>
        <p className="note">
          {t(count > 0 ? 'desk-reports:empty.of' : 'desk-reports:empty.none', {
            total: formatNumber(countCells(owners), locale()),
          })}
        </p>
      </div>
      {runs.length + consents.length > 0 && (
        <div className={styles.runs}>
          <ul>
            {list.shown.map((run) => (
              <Run key={`${run.owner} ${run.kind} ${run.from}`} run={run} />
            ))}
            {consents.map(({ owner, connection }) => (
              <li key={owner}>
                <i aria-hidden="true" data-state="consent" />
                <p>
                  <b className="break">{listFacts([owner, t('desk-reports:consent.title')])}</b>
                  <small>
                    {connection?.hasConsent && connection.consentEndsAt !== null
                      ? t('desk-reports:consent.ends', {
                          day: formatLocalDay(connection.consentEndsAt, locale()),
                        })
                      : t('desk-reports:consent.ended')}
                  </small>
                </p>
                <a className="button small" href="#connections">
                  {t('desk-reports:consent.show')}
                </a>
              </li>
            ))}
          </ul>
          <MoreRows
            list={list}
            more={t('desk-reports:empty.more', { count: list.rest })}
            less={t('desk-reports:empty.less')}
          />
        </div>
      )}
    </div>
  )
}

const needsConsent = (connection: NonNullable<OwnerCalendar['connection']>): boolean =>
  !connection.hasConsent || endsSoon(connection)

function describeWait({ state, isConnected }: EmptyRun): string {
  if (state === 'refused') return t('desk-reports:todo.refused')
  if (state === 'withdrawn') return t('desk-reports:todo.withdrawn')
  return t(isConnected ? 'desk-reports:todo.connected' : 'desk-reports:todo.byHand')
}

function Run({ run }: { run: EmptyRun }) {
  const { owner, kind, from, to, state } = run
  const [first, last] = [from, to].map((day) => formatDayShort(day, locale())) as [string, string]
  const days = from === to ? first : formatRange(first, last, locale())
  const name = listFacts([owner, t(`desk-reports:kinds.${kind}`)])
  return (
    <li>
      <i aria-hidden="true" data-state={state} />
      <p>
        <b className="break">
          {name} <span className="nowrap">{days}</span>
        </b>
        <small>{listFacts([t(`desk-reports:states.${state}`), describeWait(run)])}</small>
      </p>
      <Button
        className="small"
        aria-label={t('desk-reports:openCell', { name: nameCell({ owner, kind, day: to }) })}
        onClick={() => openCell({ owner, kind, day: to })}
      >
        {t('desk-reports:open')}
      </Button>
    </li>
  )
}
