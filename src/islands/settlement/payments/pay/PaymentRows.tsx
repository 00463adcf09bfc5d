import { useState } from 'react'
import type { Currency } from '#contract/platform/currency.ts'
import { maxReferenceLength } from '#contract/settlement/statement-payments.ts'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Pay.module.css'
import type { RowError } from './payment-errors.ts'
import type { PayableRow, Payments } from './use-payments.ts'

interface RowsProps {
  rows: readonly PayableRow[]
  currency: Currency
  payments: Payments
}

/** Each row can have its own amount and, among several, its own reference. */
export const PaymentRows = ({ rows, currency, payments }: RowsProps) => (
  <ul className={styles.rows} aria-label={t('payment-dialogs:pay.rows')}>
    {rows.map((row, at) => (
      <PaymentRow
        key={row.statementId}
        row={row}
        isSingle={rows.length === 1}
        error={payments.errors.rows.get(at)}
        currency={currency}
        payments={payments}
      />
    ))}
  </ul>
)

interface RowProps {
  row: PayableRow
  isSingle: boolean
  error: RowError | undefined
  currency: Currency
  payments: Payments
}

function PaymentRow({ row, isSingle, error, currency, payments }: RowProps) {
  const { statementId: id, number, name, outstanding } = row
  const [isOpen, setOpen] = useState(false)
  const amount = payments.getAmount(row)
  const isPart = amount !== null && amount < outstanding
  return (
    <li data-statement={id}>
      <span className="min-0 break">
        {name}
        <small>{number}</small>
      </span>
      <span className={styles.amount}>
        <b>{formatMoney(amount ?? outstanding, currency, locale())}</b>
        {!isSingle && isPart && <small>{payments.describeRest(row)}</small>}
        {!isSingle && !isOpen && !error && (
          <button type="button" className={styles.change} onClick={() => setOpen(true)}>
            {t('payment-dialogs:pay.change')}
            <HiddenLabel>{name}</HiddenLabel>
          </button>
        )}
      </span>
      {!isSingle && (isOpen || error) && (
        <OwnFields row={row} error={error} payments={payments} isFocused={!error} />
      )}
      {error && (
        <p className="text-s bad" id={`payment-error-${id}`}>
          {error.text}
        </p>
      )}
    </li>
  )
}

interface OwnFieldsProps {
  row: PayableRow
  error: RowError | undefined
  payments: Payments
  /** Somebody has just opened the fields. */
  isFocused: boolean
}

function OwnFields({ row, error, payments, isFocused }: OwnFieldsProps) {
  const { statementId: id, name } = row
  const { own, common, setOwnOf, getAmountText } = payments
  const describe = (field: RowError['field']) => ({
    'aria-invalid': error?.field === field || undefined,
    'aria-describedby': error ? `payment-error-${id}` : undefined,
  })
  return (
    <div className={styles.own}>
      <input
        {...describe('amount')}
        className={`input ${styles.input}`}
        aria-label={t('payment-dialogs:pay.amountOf', { name })}
        inputMode="decimal"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone.
        autoFocus={isFocused}
        value={getAmountText(row)}
        onChange={(event) => setOwnOf(id, { amount: event.target.value })}
      />
      <input
        {...describe('reference')}
        className={`input ${styles.input}`}
        aria-label={t('payment-dialogs:pay.referenceOf', { name })}
        placeholder={common || t('settlement:reference')}
        value={own.get(id)?.reference ?? ''}
        maxLength={maxReferenceLength}
        autoComplete="off"
        onChange={(event) => setOwnOf(id, { reference: event.target.value })}
      />
    </div>
  )
}
