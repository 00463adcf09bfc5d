import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { maxSearchLength } from '#contract/platform/params.ts'
import { exportPayments } from '#contract/settlement/statement-payments.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { useRestoreFocus } from '#islands/kit/hooks/use-restore-focus.ts'
import { ColumnMenu } from '#islands/kit/tables/columns/ColumnMenu.tsx'
import { Pager } from '#islands/kit/tables/Pager.tsx'
import { SortSelect } from '#islands/kit/tables/SortSelect.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { tableColumns } from '#islands/settlement/months/state/columns.ts'
import styles from '#islands/settlement/months/state/Months.module.css'
import {
  $filter,
  $listedRows,
  clearFilters,
  type MonthDetail,
  searchMembers,
  setOrder,
} from '#islands/settlement/months/state/store.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $activeDialog, openDialog } from '#lib/navigation/active-dialog.ts'
import { monthColumnChoice } from './column-choice.ts'
import { getColumnLabel, MemberTable } from './MemberTable.tsx'

const pageSize = 100
const sortings = tableColumns.flatMap((sort) => (['desc', 'asc'] as const).map((order) => ({ sort, order })))

/** Lists the members' statements, or their drafts. */
export function MembersCard({ detail }: { detail: MonthDetail }) {
  const filter = useStore($filter)
  const { search, state } = filter
  const listed = useStore($listedRows)
  // Rerenders when a dialog closes, to restore the focus.
  useStore($activeDialog)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHandlers = useRestoreFocus(heading)
  const count = (rows: number) =>
    t('months:members.total', { count: rows, total: formatNumber(rows, locale()) })
  return (
    <section className="card" aria-labelledby="month-members" {...focusHandlers}>
      <div className={styles.head}>
        <h2 id="month-members" ref={heading} tabIndex={-1}>
          {t(detail.state === 'open' ? 'months:members.drafts' : 'months:members.title')}
        </h2>
        <p className="note" role="status">
          {listed.length === detail.rows.length
            ? count(detail.rows.length)
            : t('months:members.found', { total: count(detail.rows.length), found: count(listed.length) })}
        </p>
        {detail.state === 'released' && <PaymentActions detail={detail} />}
      </div>
      {detail.state !== 'released' && detail.rows.length > 0 && (
        <p className={styles.notReleased}>{t('months:members.notReleased')}</p>
      )}
      {detail.rows.length > 0 && (
        <div className={styles.filters}>
          <SearchField
            label={t('months:members.search')}
            value={search}
            maxLength={maxSearchLength}
            onChange={searchMembers}
          />
          <div className={styles.sort}>
            <SortSelect
              label={t('months:members.sort')}
              current={filter}
              sortings={sortings}
              text={({ sort, order }) => `${t(`months:column.${sort}`)} ${order === 'asc' ? '↑' : '↓'}`}
              onSort={({ sort, order }) => setOrder(sort, order)}
            />
          </div>
          <ColumnMenu choice={monthColumnChoice} label={getColumnLabel} />
        </div>
      )}
      {listed.length > 0 ? (
        <PagedRows key={`${detail.month} ${search} ${state}`} detail={detail} heading={heading} />
      ) : (
        <NoRows detail={detail} />
      )}
    </section>
  )
}

const PaymentActions = ({ detail: { month, states, rows, currency } }: { detail: MonthDetail }) => (
  <div className={styles.actions}>
    {states.awaitingPayment > 0 && (
      <ExportButton
        endpoint={exportPayments}
        query={{ month }}
        table={t('months:export.payments')}
        texts={{ button: t('months:export.payments'), done: t('common:export.done') }}
      />
    )}
    <Button className="small" onClick={() => openDialog('references')}>
      {t('months:references.open')}
    </Button>
    {rows.some(({ withholding }) => withholding !== 0) && (
      <Button className="small" onClick={() => openDialog('taxFile')}>
        {t('months:taxFile.open')}
      </Button>
    )}
    {currency === 'KRW' && (
      <Button className="small" onClick={() => openDialog('invoices')}>
        {t('months:invoices.open')}
      </Button>
    )}
  </div>
)

interface PagedRowsProps {
  detail: MonthDetail
  heading: React.RefObject<HTMLHeadingElement | null>
}

/** Totals, selection and order cover all pages. */
function PagedRows({ detail, heading }: PagedRowsProps) {
  const listed = useStore($listedRows)
  const [chosenPage, setPage] = useState(0)
  const count = Math.ceil(listed.length / pageSize)
  const page = Math.min(chosenPage, count - 1)
  const rows = listed.slice(page * pageSize, (page + 1) * pageSize)
  function show(next: number) {
    setPage(next)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <MemberTable detail={detail} rows={rows} listed={listed} />
      {count > 1 && (
        <Pager
          label={t('months:members.pages')}
          onPrevious={page > 0 ? () => show(page - 1) : undefined}
          onNext={page < count - 1 ? () => show(page + 1) : undefined}
          numbers={{ page, count, onChoose: show }}
        />
      )}
    </>
  )
}

function NoRows({ detail: { rows, krwMicros } }: { detail: MonthDetail }) {
  if (rows.length > 0) {
    return (
      <Message title={t('months:members.none')} text={t('months:members.noneNext')}>
        <Button onClick={clearFilters}>{t('months:members.showAll')}</Button>
      </Message>
    )
  }
  const key = krwMicros === null ? 'noRate' : 'nobody'
  return <Message title={t(`months:members.${key}.title`)} text={t(`months:members.${key}.text`)} />
}
