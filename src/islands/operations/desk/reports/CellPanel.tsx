import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import type { ReportAttempt, readDeskReport } from '#contract/reports/desk/calendar.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatDuration, formatFullMoment } from '#lib/format/moment.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { CellActions } from './CellActions.tsx'
import { nameCell } from './describe.ts'
import styles from './Reports.module.css'
import { $openCell, cellDetail, openCell } from './store.ts'

type Detail = EndpointOutput<typeof readDeskReport>

/** What became of the cell of the address. */
export function CellPanel() {
  const cell = useStore($openCell)
  const { result, error } = useStore(cellDetail.$state)
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  const address = cell && nameCell(cell)
  useEffect(() => {
    // An address that was opened, or a reload, moves nothing.
    const moves = !isFirst.current
    isFirst.current = false
    if (moves && address !== null) heading.current?.focus()
  }, [address])
  if (cell === null)
    return (
      <section className={`card ${styles.hint}`}>
        <p className="note">{t('desk-reports:chooseCell')}</p>
      </section>
    )
  const detail =
    result && (['owner', 'kind', 'day'] as const).every((key) => result.data[key] === cell[key])
      ? result.data
      : null
  return (
    <section
      className="card"
      aria-labelledby="cell"
      onKeyDown={({ key }) => {
        if (key === 'Escape') closePanel()
      }}
    >
      <header className={styles.panelHeader}>
        <h2 id="cell" ref={heading} tabIndex={-1} className="text-m bold break">
          {nameCell(cell)}
        </h2>
        <button type="button" className="icon-button" aria-label={t('common:close')} onClick={closePanel}>
          <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d="m5.500 5.500 9 9m0-9-9 9" />
          </svg>
        </button>
      </header>
      {detail ? (
        <CellDetail detail={detail} />
      ) : error ? (
        <LoadFailure title={t('desk-reports:cellFailed')} error={error} onRetry={cellDetail.reload} />
      ) : (
        <div className={styles.panelSkeleton} aria-busy="true">
          <Skeleton width="70%" />
          <Skeleton />
          <Skeleton width="50%" />
        </div>
      )}
    </section>
  )
}

/** The focus returns to the calendar, whose tab stop is where it was. */
function closePanel(): void {
  openCell(null)
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus()
}

const tones = { late: 'warn', refused: 'bad', here: 'good' } as const

function CellDetail({ detail }: { detail: Detail }) {
  const { cell, dueAt, figures, channels, attempts, connection, kind, acceptedReason } = detail
  const tone = tones[cell.state as keyof typeof tones]
  return (
    <div className={styles.detail}>
      <p>
        <span className="chip" data-tone={tone}>
          {cell.state === 'late'
            ? t('desk-reports:lateBy', { duration: formatDuration(Date.now() - Date.parse(dueAt), locale()) })
            : t(`desk-reports:states.${cell.state}`)}
        </span>
      </p>
      <p className="note">{t(`desk-reports:meaning.${kind}`)}</p>
      {acceptedReason !== null && <p className="panel break">{acceptedReason}</p>}
      <dl className="facts">
        <Fact name={t('common:channels')}>
          {t('desk-reports:facts.earning', {
            count: channels.earning,
            earning: formatNumber(channels.earning, locale()),
            reported: formatNumber(channels.reported, locale()),
          })}
        </Fact>
        <Fact name={t('desk-reports:facts.members')}>{formatNumber(channels.members, locale())}</Fact>
        {figures && (
          <>
            <Fact name={t('desk-reports:facts.views')}>{formatNumber(figures.views, locale())}</Fact>
            <Fact name={t('desk-reports:kinds.revenue')}>
              {formatMoney(figures.revenueMicros, 'USD', locale())}
            </Fact>
          </>
        )}
        {cell.rows === null && (
          <Fact name={t('desk-reports:facts.due')}>{formatFullMoment(dueAt, locale())}</Fact>
        )}
        {connection && (
          <Fact name={t('desk-reports:facts.next')}>
            {formatFullMoment(connection.nextFetchAt, locale())}
          </Fact>
        )}
      </dl>
      {connection?.problem && <Problem text={connection.problem} />}
      <CellActions detail={detail} />
      <h3 className="text-s bold">{t('desk-reports:attempts')}</h3>
      {attempts.length === 0 ? (
        <p className="note">{t('desk-reports:noAttempts')}</p>
      ) : (
        <ol className={styles.attempts}>
          {attempts.map((attempt, at) => (
            <Attempt
              earlier={attempts.slice(at + 1).find(({ rows }) => rows !== null)?.rows ?? null}
              key={`${attempt.at} ${attempt.kind} ${attempt.file}`}
              attempt={attempt}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The server's own words: they name files, lines and columns. */
const Problem = ({ text }: { text: string }) => (
  <p className="panel break" data-tone="bad" lang="en">
    {text}
  </p>
)

/** Never zero. */
const formatChange = (change: number): string => (change > 0 ? '+' : '') + formatNumber(change, locale())

interface AttemptProps {
  attempt: ReportAttempt
  /** Lines of the issue before: its figures are no longer stored. */
  earlier: number | null
}

const Attempt = ({ attempt: { at, kind, file, rows, problem }, earlier }: AttemptProps) => (
  <li>
    <time dateTime={at} className="caption">
      {formatFullMoment(at, locale())}
    </time>
    <div>
      <b>
        {kind === 'refused' || kind === 'withdrawn'
          ? t(`desk-reports:states.${kind}`)
          : t(`desk-reports:attemptKinds.${kind}`)}
      </b>
      {file !== null && <small className="break">{file}</small>}
      {rows !== null && (
        <small>{t('desk-reports:rows', { count: rows, number: formatNumber(rows, locale()) })}</small>
      )}
      {rows !== null && earlier !== null && (
        <small>
          {t(rows === earlier ? 'desk-reports:compared.equal' : 'desk-reports:compared.change', {
            change: formatChange(rows - earlier),
          })}
        </small>
      )}
      {problem !== null && <Problem text={problem} />}
    </div>
  </li>
)
