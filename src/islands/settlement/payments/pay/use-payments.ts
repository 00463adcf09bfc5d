import { useState } from 'react'
import type { Currency } from '#contract/platform/currency.ts'
import { PaymentForm, payStatements } from '#contract/settlement/statement-payments.ts'
import { getIssueErrors } from '#islands/kit/forms/errors.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { formatAmountInput, parseAmountInput } from '#lib/format/amount-input.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { parsePaymentErrors, type RowError, type RowErrors } from './payment-errors.ts'

/** What can be paid of a statement. */
export interface PayableRow {
  readonly statementId: number
  readonly number: string
  readonly name: string
  /** In `amountUnits`. */
  readonly outstanding: number
}

/** What somebody has entered for one row; absent: as for all. */
interface Own {
  readonly amount?: string
  readonly reference?: string
}

export const noErrors: RowErrors = { common: {}, rows: new Map(), failure: null }

interface PaymentsOptions {
  currency: Currency
  /** Amounts are entered; otherwise all that is left is paid. */
  isPart: boolean
  onPaid: (count: number) => void
}

/** Amounts are always sent, so that what is recorded is what was on the screen. */
export function usePayments(rows: readonly PayableRow[], { currency, isPart, onPaid }: PaymentsOptions) {
  const [paidOn, setPaidOn] = useState(() => toLocalDay(new Date().toISOString()))
  const [common, setCommon] = useState('')
  const [own, setOwn] = useState<ReadonlyMap<number, Own>>(new Map())
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState(noErrors)

  const getAmountText = ({ statementId, outstanding }: PayableRow) =>
    own.get(statementId)?.amount ?? (isPart ? '' : formatAmountInput(outstanding, currency))
  const getAmount = (row: PayableRow) => parseAmountInput(getAmountText(row), currency)
  const isPayable = (row: PayableRow, amount: number | null) => amount !== null && amount <= row.outstanding

  const payments = rows.map((row) => ({
    statementId: row.statementId,
    paidOn,
    reference: own.get(row.statementId)?.reference?.trim() || common.trim(),
    amount: getAmount(row) ?? 0,
  }))

  function check(): RowErrors | null {
    const issues = payments.map((payment) => {
      const parsed = PaymentForm.safeParse(payment)
      return parsed.success ? {} : getIssueErrors(parsed.error.issues)
    })
    const amounts = rows.flatMap((row, at) =>
      isPayable(row, getAmount(row))
        ? []
        : [[at, { field: 'amount', text: t('messages:fields.amount_invalid') }] as const],
    )
    if (amounts.length === 0 && issues.every((issue) => Object.keys(issue).length === 0)) return null
    const day = issues.find((issue) => issue.paidOn)?.paidOn
    const missing = issues.flatMap(({ reference }, at) =>
      reference ? [[at, { field: 'reference', text: reference }] as const] : [],
    )
    // Nobody has entered any reference, so a single one for all rows is enough.
    const isCommon = missing.length === rows.length
    const [first] = missing
    const isSingle = rows.length === 1
    return {
      common: {
        ...(isSingle && amounts[0] && { amount: amounts[0][1].text }),
        ...(day && { paidOn: day }),
        ...(isCommon && first && { reference: first[1].text }),
      },
      rows: new Map<number, RowError>([...(isCommon ? [] : missing), ...(isSingle ? [] : amounts)]),
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
      onPaid(paid + unchanged)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(parsePaymentErrors(error, rows.length))
      setPending(false)
    }
  }
  const setOwnOf = (id: number, change: Own) => setOwn(new Map([...own, [id, { ...own.get(id), ...change }]]))
  /** What a payment leaves to be paid; of a whole one, how much that is. */
  function describeRest(row: PayableRow): string {
    const amount = getAmount(row)
    const isPart = amount !== null && amount < row.outstanding
    const rest = formatMoney(isPart ? row.outstanding - amount : row.outstanding, currency, locale())
    const kind = isPart ? 'rest' : amount === row.outstanding ? 'all' : 'open'
    return t(`payment-dialogs:pay.${kind}`, { amount: rest })
  }
  const sum = payments.reduce((total, { amount }) => total + amount, 0)
  return {
    paidOn,
    setPaidOn,
    common,
    setCommon,
    own,
    setOwnOf,
    getAmount,
    getAmountText,
    describeRest,
    sum,
    pending,
    errors,
    save,
  }
}

export type Payments = ReturnType<typeof usePayments>
