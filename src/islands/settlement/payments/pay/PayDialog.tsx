import { useEffect, useId, useRef } from 'react'
import type { Currency } from '#contract/platform/currency.ts'
import { maxReferenceLength } from '#contract/settlement/statement-payments.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { LabeledInput } from './LabeledInput.tsx'
import { PaymentRows } from './PaymentRows.tsx'
import { noErrors, type PayableRow, usePayments } from './use-payments.ts'

interface PayDialogProps {
  /** At least one. */
  rows: readonly PayableRow[]
  currency: Currency
  /** Leaves the amount to be entered. */
  isPart?: boolean
  /** Called after the payments were recorded, before the dialog closes. */
  onPaid: () => void
}

/** Records that statements were paid, each as a whole or in part. */
export function PayDialog({ rows, currency, isPart = false, onPaid }: PayDialogProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const payments = usePayments(rows, {
    currency,
    isPart,
    onPaid: (count) => {
      notify('success', t('payment-dialogs:pay.done', { count }))
      onPaid()
      closeDialog()
    },
  })
  const { errors, pending } = payments
  const [first] = rows
  const isSingle = rows.length === 1
  useEffect(() => {
    if (errors !== noErrors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return (
    <Dialog
      title={t(isPart ? 'payment-dialogs:pay.titlePart' : 'settlement:markPaid')}
      swipe="down"
      guardsInput
      onClose={closeDialog}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) void payments.save()
        }}
      >
        <DialogContent>
          <p aria-live="polite">
            {t(`payment-dialogs:pay.${isPart ? 'leadPart' : 'lead'}`, {
              count: rows.length,
              amount: formatMoney(payments.sum, currency, locale()),
            })}
          </p>
          {isSingle && first && (
            <LabeledInput
              id={`${id}-amount`}
              label={t('payment-dialogs:pay.amount')}
              hint={payments.describeRest(first)}
              error={errors.common.amount}
              inputMode="decimal"
              autoComplete="off"
              autoFocus={isPart}
              value={payments.getAmountText(first)}
              onValue={(amount) => payments.setOwnOf(first.statementId, { amount })}
            />
          )}
          <LabeledInput
            id={`${id}-day`}
            label={t('settlement:paidOn')}
            error={errors.common.paidOn}
            type="date"
            value={payments.paidOn}
            max={toLocalDay(new Date().toISOString())}
            onValue={payments.setPaidOn}
          />
          <LabeledInput
            id={`${id}-reference`}
            label={t('settlement:reference')}
            hint={t(`payment-dialogs:pay.${isSingle ? 'referenceHint' : 'referenceHintMany'}`)}
            error={errors.common.reference}
            value={payments.common}
            maxLength={maxReferenceLength}
            autoComplete="off"
            onValue={payments.setCommon}
          />
          <PaymentRows rows={rows} currency={currency} payments={payments} />
          <p className="note">{t('payment-dialogs:pay.correctable')}</p>
          <ErrorMessage text={errors.failure} />
        </DialogContent>
        <DialogActions>
          <Button onClick={closeDialog}>{t('common:cancel')}</Button>
          <Button type="submit" kind="primary" pending={pending}>
            {t('settlement:markPaid')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
