import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import { maxSearchLength } from '#contract/platform/params.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { useRestoreFocus } from '#islands/kit/hooks/use-restore-focus.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import {
  countPeople,
  type GroupName,
  groupNames,
  groupRows,
  type PaymentList,
} from '#islands/settlement/payments/state/board.ts'
import { $foundRows, $rows, $search, searchPeople } from '#islands/settlement/payments/state/store.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $activeDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Board.module.css'
import { BoardColumn } from './BoardColumn.tsx'

/** Shown even if nothing is in them. */
const usualGroups: readonly GroupName[] = ['blocked', 'ready', 'paid']

interface BoardProps {
  list: PaymentList
  /** Buttons for what concerns no single payment. */
  actions: ReactNode
}

/** Shows all payments in the order of the money: columns, one below the other where there is no room. */
export function Board({ list, actions }: BoardProps) {
  const rows = useStore($rows)
  const found = useStore($foundRows)
  const search = useStore($search)
  // Rerenders when a dialog closes, to restore the focus.
  useStore($activeDialog)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHandlers = useRestoreFocus(heading)
  const all = groupRows(rows)
  const groups = groupRows(found)
  const shown = groupNames.filter((name) => usualGroups.includes(name) || all[name].rows.length > 0)
  return (
    <section className={styles.board} aria-labelledby="payments-board" {...focusHandlers}>
      <div className={styles.head}>
        <h2 id="payments-board" ref={heading} tabIndex={-1}>
          {t('payments:board.title')}
        </h2>
        <p className="note" role="status">
          {search === ''
            ? countText(countPeople(rows))
            : t('payments:board.found', { people: countText(countPeople(found)) })}
        </p>
        <div className={styles.actions}>{actions}</div>
        {rows.length > 0 && (
          <SearchField
            label={t('payments:board.search')}
            value={search}
            maxLength={maxSearchLength}
            onChange={searchPeople}
          />
        )}
      </div>
      {rows.length === 0 && <Message title={t('payments:empty.title')} text={t('payments:empty.text')} />}
      {rows.length > 0 && found.length === 0 && (
        <Message title={t('payments:board.none')} text={t('payments:board.noneNext')}>
          <Button onClick={() => searchPeople('')}>{t('settlement:showAll')}</Button>
        </Message>
      )}
      {found.length > 0 && (
        <div className={styles.columns} data-columns={shown.length}>
          {shown.map((name) => (
            <BoardColumn
              key={`${name} ${search}`}
              group={groups[name]}
              currency={list.currency}
              isSearch={search !== ''}
            />
          ))}
        </div>
      )}
    </section>
  )
}

const countText = (count: number) =>
  t('payments:board.people', { count, total: formatNumber(count, locale()) })

export const BoardSkeleton = () => (
  <section className={styles.board} aria-hidden="true">
    <div className={styles.head}>
      <h2>{t('payments:board.title')}</h2>
    </div>
    <div className={styles.columns}>
      {usualGroups.map((name) => (
        <div key={name} className={styles.column}>
          <Skeleton height="220px" />
        </div>
      ))}
    </div>
  </section>
)
