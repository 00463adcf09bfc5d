import { useEffect, useId, useRef, useState } from 'react'
import { closeMonth, type MonthClosing } from '#contract/settlement/month-closing.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, PointList } from '#islands/kit/dialogs/DialogParts.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import {
  $explanations,
  $rateReason,
  type Decision,
  decide,
  forgetDecision,
} from '#islands/settlement/months/closing/decision.ts'
import { formatDistance, parseRate, usesRate } from '#islands/settlement/months/closing/rates.ts'
import { $preview, reloadClosing } from '#islands/settlement/months/closing/store.ts'
import { LabeledInput } from '#islands/settlement/payments/pay/LabeledInput.tsx'
import { type ApiError, call } from '#lib/api/call.ts'
import { formatRate } from '#lib/format/amount.ts'
import { formatMonth } from '#lib/format/day.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

interface Confirmation {
  closing: MonthClosing
  decision: Decision
}

function readConfirmation(): Confirmation | null {
  const { closing, given, isStale } = $preview.get()
  const [explanations, rateReason] = [$explanations.get(), $rateReason.get()]
  const decision = closing && !isStale && decide({ closing, given, explanations, rateReason })
  return closing && decision ? { closing, decision } : null
}

/** Freezes what the person has looked at: the dialog keeps that draft until it closes. */
export function CloseDialog() {
  const [confirmation] = useState(readConfirmation)
  useEffect(() => {
    if (!confirmation) closeDialog()
  }, [confirmation])
  return confirmation && <CloseForm {...confirmation} />
}

/** The month is another than the one that was previewed. */
const isOutdated = ({ code }: ApiError) =>
  code === 'draft_changed' || code === 'month_obstructed' || code === 'month_closed'

function useClosing({ closing: { month }, decision: { draft, rate, explanations } }: Confirmation) {
  const [again, setAgain] = useState('')
  const [againError, setAgainError] = useState<string>()
  const [mustCheck, setMustCheck] = useState(false)
  const { run, ...state } = useAction((error) => {
    setAgainError(error.fields['rate.again']?.message)
    if (!isOutdated(error)) return
    setMustCheck(true)
    reloadClosing()
  })
  async function close() {
    const repeated = rate?.isFar ? parseRate(again) : null
    const isDifferent = rate?.isFar === true && repeated !== rate.krwMicros
    setAgainError(isDifferent ? t('messages:fields.rate_again') : undefined)
    if (isDifferent) return
    await run(async () => {
      const given = rate && { krwMicros: rate.krwMicros, reason: rate.reason, again: repeated }
      const body = { month, draft, rate: given, explanations: [...explanations] }
      const { statements } = await call(closeMonth, { body })
      notify('success', t('month-closing:dialog.done', { count: statements }))
      forgetDecision()
      reloadClosing()
      closeDialog()
    })
  }
  const failure = againError === undefined ? state.failure : null
  return { pending: state.pending, failure, again, setAgain, againError, mustCheck, close }
}

function CloseForm(confirmation: Confirmation) {
  const { closing, decision } = confirmation
  const form = useRef<HTMLFormElement>(null)
  const { pending, failure, again, setAgain, againError, mustCheck, close } = useClosing(confirmation)
  const id = useId()
  useEffect(() => {
    if (againError !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [againError])
  return (
    <Dialog
      title={t('month-closing:dialog.title', { month: formatMonth(closing.month, locale()) })}
      swipe="down"
      onClose={closeDialog}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending && !mustCheck) void close()
        }}
      >
        <DialogContent>
          <PointList
            title={t('month-closing:dialog.what')}
            points={[...listAmounts(closing), ...listDecisions(closing, decision)]}
          />
          <PointList
            title={t('month-closing:dialog.next')}
            points={[
              t('month-closing:dialog.hidden'),
              t('month-closing:bar.until'),
              t('month-closing:dialog.later'),
            ]}
          />
          {decision.rate?.isFar && (
            <LabeledInput
              id={`${id}-again`}
              label={t('month-closing:dialog.again')}
              hint={t('month-closing:dialog.againHint', {
                percent: formatDistance(),
              })}
              error={againError}
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              value={again}
              onValue={setAgain}
            />
          )}
          <ErrorMessage text={failure} />
        </DialogContent>
        <DialogActions>
          {mustCheck ? (
            <Button kind="primary" onClick={closeDialog}>
              {t('month-closing:dialog.check')}
            </Button>
          ) : (
            <>
              <Button onClick={closeDialog}>{t('common:cancel')}</Button>
              <Button type="submit" kind="primary" pending={pending}>
                {t('month-closing:dialog.confirm')}
              </Button>
            </>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

const listAmounts = ({ summary }: MonthClosing): string[] =>
  summary === null
    ? []
    : [
        t('month-closing:statements', {
          count: summary.statements,
          total: formatNumber(summary.statements, locale()),
        }),
        ...summary.payable.map(({ currency, statements, amount }) =>
          t('month-closing:dialog.payable', {
            count: statements,
            total: formatNumber(statements, locale()),
            amount: formatMoney(amount, currency, locale()),
          }),
        ),
      ]

function listDecisions({ rates }: MonthClosing, { explanations }: Decision): string[] {
  const inWon = rates.filter(usesRate)
  const isSame = new Set(inWon.map(({ krwMicros }) => krwMicros)).size === 1
  return [
    ...(isSame ? inWon.slice(0, 1) : inWon).map(({ site, krwMicros }) =>
      t(`month-closing:dialog.${isSame ? 'rate' : 'rateOfSite'}`, {
        site,
        won: formatRate(krwMicros, locale()),
      }),
    ),
    ...(explanations.length > 0
      ? [t('month-closing:dialog.explanations', { count: explanations.length })]
      : []),
  ]
}
