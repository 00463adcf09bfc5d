import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Currency } from '#contract/platform/currency.ts'
import type { DeskPayment, PaymentGroup } from '#contract/settlement/desk/month-payments.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { MoreRows, useFirstRows } from '#islands/kit/ui/MoreRows.tsx'
import { formatShare } from '#islands/settlement/desk/months/state/describe-cell.ts'
import { formatDay, formatLocalDay, formatMonth } from '#lib/format/day.ts'
import { formatDuration } from '#lib/format/moment.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Payments.module.css'
import { $shown, type MonthPayments, payments } from './store.ts'

/** Where the money of a released month of a site is. */
export function PaymentsCard() {
  const shown = useStore($shown)
  const { result, error, key } = useStore(payments.$state)
  if (shown === null) return null
  const isCurrent = result !== null && result.key.month === key?.month && result.key.site === key.site
  return (
    <section
      className={styles.board}
      id="payments"
      aria-labelledby="month-payments"
      aria-busy={!isCurrent && !error}
      data-payments={shown.month}
    >
      <header className={styles.head}>
        <h2 id="month-payments">{t('settlement:amounts.payments')}</h2>
        <p className="note">
          {[
            shown.site.name,
            formatMonth(shown.month, locale()),
            ...(isCurrent && result.data.releasedAt !== null
              ? [t('months:state.releasedOn', { day: formatLocalDay(result.data.releasedAt, locale()) })]
              : []),
          ].join(' · ')}
        </p>
      </header>
      {isCurrent ? (
        <Payments data={result.data} />
      ) : error ? (
        <LoadFailure title={t('desk-months:payments.failed')} error={error} onRetry={payments.reload} />
      ) : (
        <div className={styles.loading}>
          <Skeleton height="220px" />
        </div>
      )}
    </section>
  )
}

function Payments({ data: { groups, paidDays, currency } }: { data: MonthPayments }) {
  const total = groups.reduce((sum, { amount }) => sum + amount, 0)
  const due = groups.reduce((sum, { amount, beforeTax }) => sum + amount - beforeTax, 0)
  const paid = groups.find(({ name }) => name === 'paid')?.amount ?? 0
  if (total === 0) return <p className={styles.nothing}>{t('desk-months:payments.nothing')}</p>
  return (
    <>
      {due > 0 && (
        <div className={styles.bar}>
          <div className={styles.shares} aria-hidden="true">
            {barOrder.map((name) => {
              const group = groups.find((one) => one.name === name)
              const amount = group ? group.amount - group.beforeTax : 0
              return amount > 0 && <i key={name} data-group={name} style={{ flexGrow: amount }} />
            })}
          </div>
          <p className="note">
            {t('desk-months:payments.share', {
              amount: formatMoney(due, currency, locale()),
              share: formatShare(paid, due),
            })}
          </p>
        </div>
      )}
      <div className={styles.columns}>
        {groups.map((group) => (
          <Column key={group.name} group={group} currency={currency} paidDays={paidDays} />
        ))}
      </div>
    </>
  )
}

const barOrder = ['paid', 'sent', 'ready', 'blocked', 'returned'] as const

const paths = {
  blocked: 'M4.5 7.2h7v6h-7zM6 7.2V5.4a2 2 0 0 1 4 0v1.8',
  ready: 'M3 8.4 6.4 12 13 4.6',
  sent: 'M6.5 3.5h-3v9h9v-3M9 3.5h3.5V7M12.3 3.7 7.6 8.4',
  paid: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M5.4 8.2l1.9 1.9 3.4-4',
  returned: 'M6 4 2.8 7.2 6 10.4M3 7.2h6.2a3 3 0 0 1 0 6H8',
} as const

const titles = {
  blocked: 'payout:held',
  ready: 'settlement:states.awaiting_payment',
  sent: 'settlement:states.exported',
  paid: 'settlement:states.paid',
  returned: 'settlement:states.returned',
} as const

interface ColumnProps {
  group: PaymentGroup
  currency: Currency
  paidDays: MonthPayments['paidDays']
}

const firstRows = 5

function Column({
  group: { name, people, amount, beforeTax, payments: rows },
  currency,
  paidDays,
}: ColumnProps) {
  const id = useId()
  const list = useFirstRows(rows, firstRows)
  const days = useFirstRows(paidDays, firstRows)
  const isEmpty = rows.length === 0 && (name !== 'paid' || paidDays.length === 0)
  return (
    <section className={styles.column} aria-labelledby={id} data-group={name}>
      <div className={styles.columnHead}>
        <h3 id={id}>
          <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d={paths[name]} />
          </svg>
          {t(titles[name])}
        </h3>
        <span>{t('payments:board.people', { count: people, total: formatNumber(people, locale()) })}</span>
        <b data-figure={name}>{formatMoney(amount, currency, locale())}</b>
        {beforeTax > 0 && <small>{t('payments:board.partlyBeforeTax')}</small>}
      </div>
      {isEmpty && <p className="note">{t(`payments:none.${name}`)}</p>}
      {name === 'paid' ? (
        <ul className={styles.items}>
          {days.shown.map((day) => (
            <li key={day.day}>
              <b>{formatDay(day.day, locale())}</b>
              <span>{formatMoney(day.amount, currency, locale())}</span>
              <small>
                {t('payments:board.people', {
                  count: day.people,
                  total: formatNumber(day.people, locale()),
                })}
              </small>
            </li>
          ))}
        </ul>
      ) : (
        <ul className={styles.items}>
          {list.shown.map((row) => (
            <Item
              key={`${row.statementId} ${row.amount} ${row.since}`}
              row={row}
              group={name}
              currency={currency}
            />
          ))}
        </ul>
      )}
      <MoreRows
        list={name === 'paid' ? days : list}
        more={t('settlement:more', { count: name === 'paid' ? days.rest : list.rest })}
        less={t('settlement:less')}
        note={
          people > rows.length && rows.length > 0
            ? t('desk-months:payments.limit', { count: rows.length })
            : null
        }
      />
    </section>
  )
}

interface ItemProps {
  row: DeskPayment
  group: PaymentGroup['name']
  currency: Currency
}

function Item({ row, group, currency }: ItemProps) {
  const { nickname, network, amount, paidTo, since, reason } = row
  return (
    <li>
      <b className="truncate">{nickname ?? t('lists:deletedAccount')}</b>
      <span>{formatMoney(amount, currency, locale())}</span>
      <small className="break">
        {[
          group === 'blocked' ? t('payments:item.details') : (reason ?? paidTo),
          network ?? t('desk-months:payments.operator'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {since !== null && (
        <small className={group === 'returned' ? 'bad' : undefined}>
          {formatDuration(Date.now() - Date.parse(since), locale())}
        </small>
      )}
    </li>
  )
}
