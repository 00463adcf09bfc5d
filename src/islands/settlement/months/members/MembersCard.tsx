import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { monthSorts } from '#contract/settlement/months.ts'
import { exportPayments } from '#contract/settlement/statement-payments.ts'
import { ListControls } from '#islands/kit/tables/ListControls.tsx'
import { ListSection } from '#islands/kit/tables/ListSection.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
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
const sortings = monthSorts.flatMap((sort) => (['desc', 'asc'] as const).map((order) => ({ sort, order })))

/** Lists the members' statements, or their drafts. Totals, selection and order cover all pages. */
export function MembersCard({ detail }: { detail: MonthDetail }) {
  const { search, state } = useStore($filter)
  const listed = useStore($listedRows)
  // Rerenders when a dialog closes, to restore the focus.
  useStore($activeDialog)
  const [chosen, setChosen] = useState({ list: '', page: 0 })
  const list = `${detail.month} ${search} ${state}`
  const pageCount = Math.ceil(listed.length / pageSize)
  const page = chosen.list === list ? Math.min(chosen.page, pageCount - 1) : 0
  const show = (next: number) => setChosen({ list, page: next })
  const count = (rows: number) =>
    t('months:members.total', { count: rows, total: formatNumber(rows, locale()) })
  return (
    <ListSection
      title={t(detail.state === 'open' ? 'months:members.drafts' : 'months:members.title')}
      id="month-members"
      summary={
        <span role="status">
          {listed.length === detail.rows.length
            ? count(detail.rows.length)
            : t('months:members.found', { total: count(detail.rows.length), found: count(listed.length) })}
        </span>
      }
      controls={detail.rows.length > 0 && <Controls detail={detail} />}
      note={
        detail.state !== 'released' &&
        detail.rows.length > 0 && <p className={styles.notReleased}>{t('months:members.notReleased')}</p>
      }
      answer={listed}
      isStale={false}
      skeleton={null}
      empty={() => listed.length === 0 && <NoRows detail={detail} />}
      pager={() =>
        pageCount > 1
          ? {
              label: t('months:members.pages'),
              onPrevious: page > 0 ? () => show(page - 1) : undefined,
              onNext: page < pageCount - 1 ? () => show(page + 1) : undefined,
              numbers: { page, count: pageCount, onChoose: show },
            }
          : null
      }
    >
      {() => (
        <MemberTable
          detail={detail}
          rows={listed.slice(page * pageSize, (page + 1) * pageSize)}
          listed={listed}
        />
      )}
    </ListSection>
  )
}

function Controls({ detail }: { detail: MonthDetail }) {
  const filter = useStore($filter)
  return (
    <ListControls
      search={{ label: t('lists:search'), value: filter.search, onChange: searchMembers }}
      sort={{
        label: t('common:sort'),
        current: filter,
        sortings,
        text: ({ sort, order }) => `${getColumnLabel(sort)} ${order === 'asc' ? '↑' : '↓'}`,
        onSort: ({ sort, order }) => setOrder(sort, order),
        isForCards: true,
      }}
      columns={{ choice: monthColumnChoice, label: getColumnLabel }}
      file={
        detail.state === 'released' && (
          <Permitted permission="money.change">
            <PaymentActions detail={detail} />
          </Permitted>
        )
      }
    />
  )
}

const PaymentActions = ({ detail: { month, states, rows, currency } }: { detail: MonthDetail }) => (
  <>
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
        {t('settlement:taxFile')}
      </Button>
    )}
    {currency === 'KRW' && (
      <Button className="small" onClick={() => openDialog('invoices')}>
        {t('months:invoices.open')}
      </Button>
    )}
  </>
)

function NoRows({ detail: { rows, krwMicros } }: { detail: MonthDetail }) {
  if (rows.length > 0) {
    return (
      <Message title={t('months:members.none')} text={t('months:members.noneNext')}>
        <Button onClick={clearFilters}>{t('settlement:showAll')}</Button>
      </Message>
    )
  }
  const key = krwMicros === null ? 'noRate' : 'nobody'
  return <Message title={t(`months:members.${key}.title`)} text={t(`months:members.${key}.text`)} />
}
