import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { MonthRow } from '#contract/settlement/months.ts'
import { maxReferenceLength, PaymentForm, payStatements } from '#contract/settlement/statement-payments.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { getIssueErrors } from '#islands/kit/forms/errors.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { getAccountName } from '#islands/settlement/months/members/member-cells.tsx'
import { $selection, statementSelection } from '#islands/settlement/months/state/selection.ts'
import { $detail, reloadMonth } from '#islands/settlement/months/state/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { formatAmount } from '#lib/format/amount.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Dialogs.module.css'
import { LabeledInput } from './LabeledInput.tsx'
import { parsePaymentErrors, type RowErrors } from './payment-errors.ts'

/** Records that the selected statements were paid. */
export function PayDialog() {
  const selection = useStore($selection)
  // Recorded rows are no longer selected, so the dialog remembers them until it closes.
  const [rows] = useState(selection)
  useEffect(() => {
    if (rows.length === 0) closeDialog()
  }, [rows])
  return rows.length > 0 && <PayForm rows={rows} />
}

const noErrors: RowErrors = { common: {}, rows: new Map(), failure: null }

function usePayments(rows: readonly MonthRow[]) {
  const [paidOn, setPaidOn] = useState(() => toLocalDay(new Date().toISOString()))
  const [common, setCommon] = useState('')
  const [own, setOwn] = useState<ReadonlyMap<number, string>>(new Map())
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState(noErrors)

  const payments = rows.map(({ statementId }) => ({
    statementId: statementId ?? 0,
    paidOn,
    reference: own.get(statementId ?? 0)?.trim() || common.trim(),
  }))

  function check(): RowErrors | null {
    const issues = payments.map((payment) => {
      const parsed = PaymentForm.safeParse(payment)
      return parsed.success ? {} : getIssueErrors(parsed.error.issues)
    })
    if (issues.every((issue) => Object.keys(issue).length === 0)) return null
    const day = issues.find((issue) => issue.paidOn)?.paidOn
    const missing = issues.flatMap(({ reference }, at) => (reference ? [[at, reference] as const] : []))
    // Nobody has entered any reference, so a single one for all rows is enough.
    const isCommon = missing.length === rows.length
    const [first] = missing
    return {
      common: { ...(day && { paidOn: day }), ...(isCommon && first && { reference: first[1] }) },
      rows: new Map(isCommon ? [] : missing),
      failure: null,
    }
  }

  async function save() {
    const found = check()
    if (found) return setErrors(found)
    setErrors(noErrors)
    setPending(true)
    try {
      const { paid, unchanged } = await call(payStatements, { body: { payments } })
      notify('success', t('month-dialogs:pay.done', { count: paid + unchanged }))
      statementSelection.clear()
      reloadMonth()
      closeDialog()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(parsePaymentErrors(error))
      setPending(false)
    }
  }
  const setReference = (id: number, text: string) => setOwn(new Map([...own, [id, text]]))
  return { paidOn, setPaidOn, common, setCommon, own, setReference, pending, errors, save }
}

function PayForm({ rows }: { rows: readonly MonthRow[] }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const currency = useStore($detail).detail?.currency ?? 'KRW'
  const payments = usePayments(rows)
  const { errors, pending } = payments
  const sum = rows.reduce((total, { payable }) => total + payable, 0)
  useEffect(() => {
    if (errors !== noErrors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return (
    <Dialog title={t('month-dialogs:pay.title')} swipe="down" guardsInput onClose={closeDialog}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) void payments.save()
        }}
      >
        <DialogContent>
          <p>
            {t('month-dialogs:pay.lead', {
              count: rows.length,
              amount: formatAmount(sum, currency, locale()),
            })}
          </p>
          <LabeledInput
            id={`${id}-day`}
            label={t('month-dialogs:pay.paidOn')}
            error={errors.common.paidOn}
            type="date"
            value={payments.paidOn}
            max={toLocalDay(new Date().toISOString())}
            onValue={payments.setPaidOn}
          />
          <LabeledInput
            id={`${id}-reference`}
            label={t('month-dialogs:pay.reference')}
            hint={t(
              rows.length > 1 ? 'month-dialogs:pay.referenceHintMany' : 'month-dialogs:pay.referenceHint',
            )}
            error={errors.common.reference}
            value={payments.common}
            maxLength={maxReferenceLength}
            autoComplete="off"
            onValue={payments.setCommon}
          />
          <PaymentRows rows={rows} currency={currency} payments={payments} />
          <ErrorMessage text={errors.failure} />
        </DialogContent>
        <DialogActions>
          <Button onClick={closeDialog}>{t('common:cancel')}</Button>
          <Button type="submit" kind="primary" pending={pending}>
            {t('month-dialogs:pay.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface PaymentRowsProps {
  rows: readonly MonthRow[]
  currency: 'KRW' | 'USD'
  payments: ReturnType<typeof usePayments>
}

/** Rows can have their own references, if these differ from the common one. */
const PaymentRows = ({
  rows,
  currency,
  payments: { own, common, setReference, errors },
}: PaymentRowsProps) => (
  <ul className={styles.rows} aria-label={t('month-dialogs:pay.rows')}>
    {rows.map((row, at) => {
      const id = row.statementId ?? 0
      const error = errors.rows.get(at)
      const name = getAccountName(row)
      return (
        <li key={id} data-statement={id}>
          <span className="min-0 break">
            {name}
            <small>{row.number}</small>
          </span>
          <b>{formatAmount(row.payable, currency, locale())}</b>
          {rows.length > 1 && (
            <input
              className="input"
              aria-label={t('month-dialogs:pay.referenceOf', { name })}
              placeholder={common || t('month-dialogs:pay.reference')}
              value={own.get(id) ?? ''}
              maxLength={maxReferenceLength}
              autoComplete="off"
              aria-invalid={error !== undefined || undefined}
              aria-describedby={error ? `payment-error-${id}` : undefined}
              onChange={(event) => setReference(id, event.target.value)}
            />
          )}
          {error && (
            <p className="text-s bad" id={`payment-error-${id}`}>
              {error}
            </p>
          )}
        </li>
      )
    })}
  </ul>
)
