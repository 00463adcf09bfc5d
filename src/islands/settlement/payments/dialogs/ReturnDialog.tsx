import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import { maxReasonLength, ReturnForm, returnPayments } from '#contract/settlement/payments.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { getIssueErrors } from '#islands/kit/forms/errors.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { getName } from '#islands/settlement/payments/board/names.ts'
import { LabeledInput } from '#islands/settlement/payments/pay/LabeledInput.tsx'
import styles from '#islands/settlement/payments/pay/Pay.module.css'
import type { BoardRow } from '#islands/settlement/payments/state/board.ts'
import { $toReturn, clearSelections, findToReturn } from '#islands/settlement/payments/state/selection.ts'
import { $list, $rows, reloadPayments } from '#islands/settlement/payments/state/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $dialogItemId, closeDialog, replaceDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { useDialogRows } from './use-dialog-rows.ts'

type Cause = ReturnForm['cause']

const titles = { bank: 'payments:menu.returned', mistake: 'payments:menu.mistake' } as const
const confirmations = {
  bank: 'payments:select.returned',
  mistake: 'payment-dialogs:mistake.confirm',
} as const

/** The bank has sent money back. */
export const BankReturnDialog = () => <Returns cause="bank" />

/** A payment was recorded by mistake; it can be paid again at once. */
export const MistakeDialog = () => <Returns cause="mistake" />

function Returns({ cause }: { cause: Cause }) {
  const id = useStore($dialogItemId)
  const selected = useStore($toReturn)
  const one = findToReturn(useStore($rows), id)
  const rows = useDialogRows(id === null ? selected : one)
  return rows.length > 0 && <ReturnDialog key={cause} rows={rows} cause={cause} />
}

interface Errors {
  readonly returnedOn?: string | undefined
  readonly reason?: string | undefined
  /** Keyed by the row's position. */
  readonly rows: ReadonlyMap<number, string>
  readonly failure: string | null
}
const noErrors: Errors = { rows: new Map(), failure: null }

const getPaidAmount = ({ payout, amount }: BoardRow) => payout?.payment?.amount ?? amount

/** Reads from `returns.3.paymentId` which rows are refused and why. A day belongs to all rows. */
function parseErrors({ fields, message }: ApiError): Errors {
  const rows = new Map<number, string>()
  let returnedOn: string | undefined
  for (const [name, error] of Object.entries(fields)) {
    const [, at, field] = /^returns\.(\d+)\.(\w+)$/.exec(name) ?? []
    if (at === undefined) continue
    if (field === 'returnedOn') returnedOn = error.message
    else rows.set(Number(at), error.message)
  }
  return { returnedOn, rows, failure: rows.size > 0 || returnedOn ? null : message }
}

function useReturns(rows: readonly BoardRow[], cause: Cause) {
  const [returnedOn, setReturnedOn] = useState(() => toLocalDay(new Date().toISOString()))
  const [reason, setReason] = useState('')
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState(noErrors)
  const returns = rows.map(({ payout }) => ({
    paymentId: payout?.payment?.id ?? 0,
    cause,
    returnedOn,
    reason,
  }))

  function check(): Errors | null {
    const [first] = returns
    const parsed = ReturnForm.safeParse(first)
    if (parsed.success) return null
    const issues = getIssueErrors(parsed.error.issues)
    return { ...noErrors, returnedOn: issues.returnedOn, reason: issues.reason }
  }

  async function save() {
    const found = check()
    if (found) return setErrors(found)
    setErrors(noErrors)
    setPending(true)
    try {
      const { returned, unchanged } = await call(returnPayments, { body: { returns } })
      notify('success', t(`payment-dialogs:${cause}.done`, { count: returned + unchanged }))
      clearSelections()
      reloadPayments()
      const [row] = rows
      if (cause === 'mistake' && rows.length === 1 && row) replaceDialog({ pay: String(row.statementId) })
      else closeDialog()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(parseErrors(error))
      setPending(false)
    }
  }
  return { returnedOn, setReturnedOn, reason, setReason, pending, errors, save }
}

function ReturnDialog({ rows, cause }: { rows: readonly BoardRow[]; cause: Cause }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const currency = useStore($list)?.currency ?? 'KRW'
  const { returnedOn, setReturnedOn, reason, setReason, pending, errors, save } = useReturns(rows, cause)
  const format = (amount: number) => formatMoney(amount, currency, locale())
  const sum = rows.reduce((total, row) => total + getPaidAmount(row), 0)
  useEffect(() => {
    if (errors !== noErrors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return (
    <Dialog title={t(titles[cause])} swipe="down" guardsInput onClose={closeDialog}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) void save()
        }}
      >
        <DialogContent>
          <p>{t(`payment-dialogs:${cause}.lead`, { count: rows.length, amount: format(sum) })}</p>
          <ul className={styles.rows} aria-label={t('payment-dialogs:returns.rows')}>
            {rows.map((row, at) => (
              <li key={row.key} data-payment={row.payout?.payment?.id}>
                <span className="min-0 break">
                  {getName(row.account)}
                  <small>
                    {row.payout?.payment && formatDay(row.payout.payment.paidOn, locale())} ·{' '}
                    {row.payout?.payment?.reference}
                  </small>
                </span>
                <b>{format(getPaidAmount(row))}</b>
                {errors.rows.has(at) && <p className="text-s bad">{errors.rows.get(at)}</p>}
              </li>
            ))}
          </ul>
          <LabeledInput
            id={`${id}-day`}
            label={t(`payment-dialogs:${cause}.day`)}
            error={errors.returnedOn}
            type="date"
            value={returnedOn}
            max={toLocalDay(new Date().toISOString())}
            onValue={setReturnedOn}
          />
          <LabeledInput
            id={`${id}-reason`}
            label={t(`payment-dialogs:${cause}.reason`)}
            hint={t('payment-dialogs:returns.reasonHint')}
            placeholder={t(`payment-dialogs:${cause}.example`)}
            error={errors.reason}
            value={reason}
            maxLength={maxReasonLength}
            autoComplete="off"
            onValue={setReason}
          />
          <ErrorMessage text={errors.failure} />
        </DialogContent>
        <DialogActions>
          <Button onClick={closeDialog}>{t('common:cancel')}</Button>
          <Button type="submit" kind="primary" pending={pending}>
            {t(confirmations[cause])}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
