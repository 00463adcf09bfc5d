import { useStore } from '@nanostores/react'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { getWeekday, listDays } from '#contract/reports/calendar.ts'
import {
  cellStates,
  type OwnerCalendar,
  type ReportCell,
  type ReportKind,
} from '#contract/reports/desk/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { formatDayOfWeek, formatMonthName } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Calendar.module.css'
import { describeCell, describeConnection } from './describe.ts'
import { $openCell, openCell } from './store.ts'
import { useIsWide, useShownDays } from './use-shown-days.ts'

interface CalendarProps {
  owners: readonly OwnerCalendar[]
  range: DayRange
}

interface Position {
  row: number
  column: number
}

/** How many steps a key moves: rows and columns. */
const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  PageUp: [-4, 0],
  PageDown: [4, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
}

const clamp = (value: number, last: number) => Math.min(Math.max(value, 0), last)

/** A grid of WAI-ARIA: one tab stop, and keys that move between cells. */
export function Calendar({ owners, range }: CalendarProps) {
  const all = listDays(range)
  const days = all.slice(-useShownDays(all.length))
  const isWide = useIsWide()
  const opened = useStore($openCell)
  const rows = owners.flatMap((one) => one.kinds.map(({ kind }) => ({ owner: one.owner, kind })))
  const table = useRef<HTMLTableElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Position>({ row: 0, column: Number.POSITIVE_INFINITY })
  const column = clamp(active.column, days.length - 1)
  const row = clamp(active.row, rows.length - 1)
  // The newest days are at the end of what scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another range.
  useEffect(() => {
    const element = scroller.current
    if (element) element.scrollLeft = element.scrollWidth
  }, [range.from, range.to])

  function handleKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-column]')
    if (!cell || event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return cell.click()
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const jump = event.ctrlKey ? Math.sign(move[1]) * Number.MAX_SAFE_INTEGER : move[0]
    const next = {
      row: clamp(row + jump, rows.length - 1),
      column: clamp(column + move[1], days.length - 1),
    }
    table.current
      ?.querySelector<HTMLElement>(`[data-row="${next.row}"][data-column="${next.column}"]`)
      ?.focus()
  }

  const showCell = (at: Position) => {
    const unit = rows[at.row]
    const day = days[at.column]
    if (unit && day !== undefined) openCell({ ...unit, day })
  }

  return (
    <div className={styles.calendar}>
      <div ref={scroller} className={styles.scroller}>
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it has the cells and headers of a table.
          role="grid"
          aria-label={t('desk-reports:calendar')}
          className={styles.table}
          data-long={days.length > 35 || undefined}
          onKeyDown={handleKeyDown}
          onFocus={({ target }) => {
            const { row: at, column: of } = (target as HTMLElement).dataset
            if (at !== undefined && of !== undefined) setActive({ row: Number(at), column: Number(of) })
          }}
          onClick={({ target }) => {
            const { row: at, column: of } = (target as HTMLElement).dataset
            if (at !== undefined && of !== undefined) showCell({ row: Number(at), column: Number(of) })
          }}
        >
          <Head days={days} isWide={isWide} />
          {owners.map((one, at) => (
            <OwnerRows
              key={one.owner}
              owner={one}
              firstRow={at * one.kinds.length}
              days={days}
              isWide={isWide}
              active={{ row, column }}
              openDay={(kind) => (opened?.owner === one.owner && opened.kind === kind ? opened.day : null)}
            />
          ))}
        </table>
      </div>
      <Legend />
    </div>
  )
}

/** The name of a month needs the width of three days. */
const isFarFromNext = (days: readonly string[], at: number): boolean =>
  at + 2 < days.length && !days.slice(at + 1, at + 3).some((day) => day.endsWith('-01'))

function Head({ days, isWide }: { days: readonly string[]; isWide: boolean }) {
  return (
    <thead>
      <tr>
        {isWide && (
          <th scope="col">
            <span className="visually-hidden">{t('desk-reports:owner')}</span>
          </th>
        )}
        <th scope="col" className={styles.kindHead}>
          <span className="visually-hidden">{t('desk-reports:kind')}</span>
        </th>
        {days.map((day, at) => (
          <th key={day} scope="col" data-weekend={[0, 6].includes(getWeekday(day)) || undefined}>
            {(at === 0 || day.endsWith('-01')) && isFarFromNext(days, at) && (
              <b className={styles.month} aria-hidden="true">
                {formatMonthName(day, locale())}
              </b>
            )}
            <span aria-hidden="true">{Number(day.slice(8))}</span>
            <span className="visually-hidden">{formatDayOfWeek(day, locale())}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface OwnerRowsProps {
  owner: OwnerCalendar
  firstRow: number
  days: readonly string[]
  isWide: boolean
  active: Position
  openDay: (kind: ReportKind) => string | null
}

function OwnerRows({ owner, firstRow, days, isWide, active, openDay }: OwnerRowsProps) {
  const { kinds } = owner
  return (
    <tbody>
      {!isWide && (
        <tr>
          <th scope="rowgroup" colSpan={days.length + 1} className={styles.owner}>
            <OwnerHeading owner={owner} />
          </th>
        </tr>
      )}
      {kinds.map(({ kind, cells }, at) => (
        <tr key={kind}>
          {isWide && at === 0 && (
            <th scope="rowgroup" rowSpan={kinds.length} className={styles.owner}>
              <OwnerHeading owner={owner} />
            </th>
          )}
          <th scope="row" className={styles.kind}>
            {t(`desk-reports:kinds.${kind}`)}
          </th>
          <Cells
            cells={cells}
            days={days}
            row={firstRow + at}
            activeColumn={active.row === firstRow + at ? active.column : null}
            openDay={openDay(kind)}
          />
        </tr>
      ))}
    </tbody>
  )
}

function OwnerHeading({ owner: { owner, channels, connection } }: { owner: OwnerCalendar }) {
  const { text, tone } = describeConnection(connection)
  return (
    <>
      <b className="break">{owner}</b>
      <small>{t('common:channelCount', { count: channels })}</small>
      <span className="chip" data-tone={tone}>
        {text}
      </span>
    </>
  )
}

interface CellsProps {
  /** Of the whole range: `days` are its last ones. */
  cells: readonly ReportCell[]
  days: readonly string[]
  row: number
  activeColumn: number | null
  openDay: string | null
}

const levels = 4

/** The shade: how large the day is among those of its row. */
function getLevel(rows: number, least: number, most: number): number {
  if (most === least) return 2
  return 1 + Math.min(levels - 1, Math.floor(((rows - least) / (most - least)) * levels))
}

/** Memoized, because only two rows change when the focus moves. */
const Cells = memo(({ cells, days, row, activeColumn, openDay }: CellsProps) => {
  const shown = cells.slice(-days.length)
  const sizes = cells.flatMap(({ rows }) => rows ?? [])
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  return shown.map((cell, column) => (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a cell of a grid.
    <td
      key={days[column]}
      tabIndex={column === activeColumn ? 0 : -1}
      aria-label={describeCell(cell)}
      aria-selected={days[column] === openDay}
      data-row={row}
      data-column={column}
      data-state={cell.state}
      data-level={cell.rows === null ? undefined : getLevel(cell.rows, least, most)}
      data-reissued={(cell.rows !== null && cell.issues > 1) || undefined}
    />
  ))
})

function Legend() {
  return (
    <ul className={styles.legend} aria-label={t('desk-reports:legend')}>
      <li>
        {[1, 2, 3, 4].map((level) => (
          <i key={level} aria-hidden="true" data-state="here" data-level={level} />
        ))}
        {t('desk-reports:states.here')}
        <small>{t('desk-reports:shade')}</small>
      </li>
      {cellStates
        .filter((state) => state !== 'here' && state !== 'none')
        .map((state) => (
          <li key={state}>
            <i aria-hidden="true" data-state={state} />
            {t(`desk-reports:states.${state}`)}
          </li>
        ))}
      <li>
        <i aria-hidden="true" data-state="here" data-level="2" data-reissued="true" />
        {t('desk-reports:reissued')}
      </li>
    </ul>
  )
}
