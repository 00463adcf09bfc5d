import { type MonthCell, monthSteps } from '#contract/settlement/desk/month-board.ts'
import {
  describeNote,
  describeState,
  describeSteps,
  getStepStates,
  isStuck,
} from '#islands/settlement/desk/months/state/describe-cell.ts'
import { type Board, getCellPath } from '#islands/settlement/desk/months/state/store.ts'
import { formatMonth, formatMonthShort } from '#lib/format/day.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './MonthBoard.module.css'

interface MonthBoardProps {
  board: Board
  /** Chosen. */
  month: string | null
  site: number | null
}

/** Sites by months: where each of them is. A phone shows the last three. */
export function MonthBoard({ board: { months, sites, cells }, month, site }: MonthBoardProps) {
  const byPlace = new Map(cells.map((cell) => [`${cell.site} ${cell.month}`, cell]))
  return (
    <section className={styles.board} aria-labelledby="month-board">
      <h2 className="visually-hidden" id="month-board">
        {t('desk-months:board.title')}
      </h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('desk:filters.site')}</span>
            </th>
            {months.map((one) => (
              <th key={one.month} scope="col" data-chosen={one.month === month || undefined}>
                <span className="visually-hidden">{formatMonth(one.month, locale())}</span>
                <span aria-hidden="true">{formatMonthShort(one.month, locale())}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sites.map(({ id, name, domain }) => (
            <tr key={id} data-site={domain}>
              <th scope="row">
                <b className="truncate">{name}</b>
                <small className="truncate">{domain}</small>
              </th>
              {months.map((one) => {
                const cell = byPlace.get(`${id} ${one.month}`)
                return (
                  <td key={one.month}>
                    {cell && (
                      <Cell
                        cell={cell}
                        name={name}
                        isChosen={one.month === month && (site === id || site === null)}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.legend}>
        <Steps cell={{ state: 'ready', done: ['files', 'reconciled', 'previewed'] }} />
        {t('desk-months:board.legend')}
      </p>
    </section>
  )
}

function Cell({ cell, name, isChosen }: { cell: MonthCell; name: string; isChosen: boolean }) {
  const { state, month, site } = cell
  const note = describeNote(cell)
  if (state === 'none' || state === 'running')
    return (
      <span className={styles.cell} data-state={state}>
        {state === 'running' && <Steps cell={cell} />}
        <span className={styles.label}>{describeState(cell)}</span>
      </span>
    )
  return (
    <a
      className={styles.cell}
      href={localizePath(getCellPath(month, site), locale())}
      aria-current={isChosen || undefined}
      data-state={state}
      data-stuck={isStuck(cell) || undefined}
    >
      <Steps cell={cell} />
      <span className="visually-hidden">
        {name} {formatMonth(month, locale())}
      </span>
      <b className={styles.label}>{describeState(cell)}</b>
      {note && (
        <small className={`${styles.note} ${note.tone ?? ''}`} data-note={note.tone}>
          {note.text}
        </small>
      )}
      <span className="visually-hidden">{describeSteps(cell)}</span>
    </a>
  )
}

function Steps({ cell }: { cell: Pick<MonthCell, 'state' | 'done'> }) {
  const states = getStepStates(cell)
  return (
    <span className={styles.steps} aria-hidden="true" data-all={cell.state === 'paid' || undefined}>
      {monthSteps.map((step) => (
        <i key={step} data-step={states[step]} />
      ))}
    </span>
  )
}
