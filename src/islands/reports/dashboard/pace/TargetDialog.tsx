import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { errorCode } from '#contract/platform/errors.ts'
import type { Currency } from '#contract/platform/params.ts'
import {
  removeMonthTarget,
  setMonthTarget,
  TargetAmount,
  type TargetSuggestions,
} from '#contract/reports/targets/month-targets.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { report } from '#islands/reports/state/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $seesNetwork } from '#lib/api/session.ts'
import { formatAmountInput, parseAmountInput } from '#lib/format/amount-input.ts'
import { formatMonth, formatMonthName } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Pace.module.css'
import { $targetMonth, listSuggestions, suggestions } from './suggestions.ts'

/** Sets, changes or removes the target of the month that the dashboard shows. */
export function TargetDialog() {
  const month = useStore($targetMonth)
  const { result, error } = useStore(suggestions.$state)
  const loaded = result?.data.month === month ? result.data : undefined
  const title = month === null ? '' : t('month-target:title', { month: formatMonth(month, locale()) })
  return (
    <Dialog title={title} swipe="down" guardsInput onClose={closeDialog}>
      {loaded ? (
        // A later reply that differs starts the form again.
        <TargetForm key={`${loaded.amount}:${loaded.isOnward}`} target={loaded} />
      ) : (
        <>
          <DialogContent>
            {error ? <ErrorMessage text={error.message} /> : <Skeleton height="260px" />}
          </DialogContent>
          {error && (
            <DialogActions>
              <Button onClick={closeDialog}>{t('common:close')}</Button>
              <Button onClick={suggestions.reload}>{t('common:retry')}</Button>
            </DialogActions>
          )}
        </>
      )}
    </Dialog>
  )
}

const createSchema = (currency: Currency) =>
  z.object({
    amount: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => parseAmountInput(text, currency)),
      ),
      z.pipe(z.number(errorCode('target_amount')), TargetAmount),
    ),
    onward: z.pipe(
      z.optional(z.string()),
      z.transform((value: string | undefined) => value !== undefined),
    ),
  })

function finish(message: string): void {
  notify('success', message)
  report.reload()
  suggestions.reload()
  closeDialog()
}

function TargetForm({ target }: { target: TargetSuggestions }) {
  const { currency, month, amount, isOnward } = target
  const seesNetwork = useStore($seesNetwork)
  const [text, setText] = useState(amount === null ? '' : formatAmountInput(amount, currency))
  async function save(values: z.output<ReturnType<typeof createSchema>>) {
    await call(setMonthTarget, { body: { month, currency, ...values } })
    finish(t('month-target:done'))
  }
  return (
    <Form schema={createSchema(currency)} onSubmit={save}>
      <p className="text-s">{t(`month-target:lead.${seesNetwork ? 'network' : 'own'}`)}</p>
      <Field
        name="amount"
        label={t('month-target:amount')}
        hint={t(`month-target:unit.${currency}`)}
        value={text}
        onChange={({ target: { value } }) => setText(value)}
        inputMode={currency === 'KRW' ? 'numeric' : 'decimal'}
        autoComplete="off"
        maxLength={24}
      />
      <Suggestions target={target} onChoose={setText} />
      <label className={styles.onward}>
        <input type="checkbox" name="onward" defaultChecked={amount !== null && isOnward} />
        <span className="grid">
          {t('month-target:onward')}
          <small>{t('month-target:onwardHint')}</small>
        </span>
      </label>
      {amount !== null && <RemoveButton month={month} isOnward={isOnward} />}
      <FormActions onClose={closeDialog}>{t('month-target:confirm')}</FormActions>
    </Form>
  )
}

interface SuggestionsProps {
  target: TargetSuggestions
  onChoose: (text: string) => void
}

function Suggestions({ target, onChoose }: SuggestionsProps) {
  const { currency } = target
  const listed = listSuggestions(target)
  if (listed.length === 0) return null
  return (
    <fieldset className={styles.suggestions}>
      <legend className="text-s medium">{t('month-target:suggestions')}</legend>
      {listed.map(({ kind, month, amount }) => (
        <button
          key={kind}
          type="button"
          className="button"
          data-suggestion={kind}
          onClick={() => onChoose(formatAmountInput(amount, currency))}
        >
          <span>{t(`month-target:${kind}`, { month: formatMonthName(`${month}-01`, locale()) })}</span>
          <b className="bold">{formatMoney(amount, currency, locale())}</b>
        </button>
      ))}
    </fieldset>
  )
}

function RemoveButton({ month, isOnward }: { month: string; isOnward: boolean }) {
  const [state, setState] = useState<{ pending: boolean; failure: string | null }>({
    pending: false,
    failure: null,
  })
  async function remove() {
    setState({ pending: true, failure: null })
    try {
      await call(removeMonthTarget, { body: { month, onward: isOnward } })
      finish(t('month-target:removed'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState({ pending: false, failure: error.message })
    }
  }
  return (
    <div>
      <Button className="small" pending={state.pending} onClick={() => void remove()}>
        {t(isOnward ? 'month-target:removeOnward' : 'month-target:remove')}
      </Button>
      <ErrorMessage text={state.failure} />
    </div>
  )
}
