import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Currency } from '#contract/platform/currency.ts'
import { AllCheckbox, type Selectable } from '#islands/kit/tables/Checkboxes.tsx'
import { MoreRows, useFirstRows } from '#islands/kit/ui/MoreRows.tsx'
import { type BoardGroup, type BoardRow, groupByDay } from '#islands/settlement/payments/state/board.ts'
import { paySelection, returnSelection } from '#islands/settlement/payments/state/selection.ts'
import { may } from '#lib/api/session.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import styles from './Board.module.css'
import { BoardItem } from './BoardItem.tsx'
import { GroupIcon } from './GroupIcon.tsx'
import { formatBoardDay, getName, groupTexts } from './names.ts'

const firstRows = { desktop: 8, mobile: 5 }
const firstDays = 5

interface ColumnProps {
  group: BoardGroup
  currency: Currency
  /** Shows all that was found. */
  isSearch: boolean
}

export function BoardColumn({ group, currency, isSearch }: ColumnProps) {
  const { name, rows, sum, people } = group
  const id = useId()
  const selectable = useStore(may('money.change')) ? getSelectable(group) : null
  return (
    <section className={styles.column} aria-labelledby={id} data-group={name}>
      <div className={styles.columnHead}>
        <h3 id={id} data-heading={name} tabIndex={-1}>
          <GroupIcon name={name} />
          {t(groupTexts[name])}
        </h3>
        <span className={styles.count}>
          {t('payments:board.count', { count: people, total: formatNumber(people, locale()) })}
        </span>
        <b className={styles.sum} data-figure={name}>
          {formatMoney(sum, currency, locale())}
        </b>
        {name === 'blocked' && rows.some(({ payout }) => payout === null) && (
          <small>
            {t(
              `payments:board.${rows.every(({ payout }) => payout === null) ? 'beforeTax' : 'partlyBeforeTax'}`,
            )}
          </small>
        )}
        {name === 'paid' && <small>{t('payments:board.recent')}</small>}
        {selectable && name !== 'paid' && rows.length > 1 && (
          <p className={styles.selectAll}>
            <AllCheckbox selectable={selectable} rows={rows} />{' '}
            <span aria-hidden="true">{t('payments:select.allShort')}</span>
          </p>
        )}
      </div>
      {rows.length === 0 && <p className={styles.none}>{t(`payments:none.${name}`)}</p>}
      {name === 'paid' ? (
        <PaidDays rows={rows} currency={currency} selectable={selectable} isSearch={isSearch} />
      ) : (
        <Items rows={rows} currency={currency} selectable={selectable} isSearch={isSearch} />
      )}
    </section>
  )
}

function getSelectable({ name, rows }: BoardGroup): Selectable<BoardRow> | null {
  if (name === 'blocked' || rows.length === 0) return null
  return {
    selection: name === 'paid' ? returnSelection : paySelection,
    rows,
    label: (row) => t('lists:selectOne', { name: getName(row.account) }),
    allLabel: () => t('payments:select.all', { group: t(groupTexts[name]) }),
  }
}

interface ItemsProps {
  rows: readonly BoardRow[]
  currency: Currency
  selectable: Selectable<BoardRow> | null
  isSearch: boolean
}

function Items({ rows, currency, selectable, isSearch }: ItemsProps) {
  const isMobile = useStore($screenClass) === 'mobile'
  const list = useFirstRows(rows, isSearch ? rows.length : firstRows[isMobile ? 'mobile' : 'desktop'])
  if (rows.length === 0) return null
  return (
    <>
      <ul className={styles.items}>
        {list.shown.map((row) => (
          <BoardItem key={row.key} row={row} currency={currency} selectable={selectable} />
        ))}
      </ul>
      <MoreRows
        list={list}
        more={t('payments:board.more', { count: list.rest })}
        less={t('payments:board.less')}
      />
    </>
  )
}

/** Each day unfolds into its payments. */
function PaidDays({ rows, currency, selectable, isSearch }: ItemsProps) {
  const days = groupByDay(rows)
  const list = useFirstRows(days, isSearch ? days.length : firstDays)
  if (days.length === 0) return null
  return (
    <>
      <ul className={styles.days}>
        {list.shown.map((paid) => (
          <li key={paid.day} data-day={paid.day}>
            <details open={isSearch || undefined}>
              <summary className={styles.day}>
                <span>{formatBoardDay(paid.day)}</span>
                <b>{formatMoney(paid.sum, currency, locale())}</b>
                <small>
                  {t('payments:board.count', {
                    count: paid.rows.length,
                    total: formatNumber(paid.rows.length, locale()),
                  })}
                </small>
              </summary>
              <ul className={styles.items}>
                {paid.rows.map((row) => (
                  <BoardItem key={row.key} row={row} currency={currency} selectable={selectable} />
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
      <MoreRows
        list={list}
        more={t('payments:board.moreDays', { count: list.rest })}
        less={t('payments:board.less')}
      />
    </>
  )
}
