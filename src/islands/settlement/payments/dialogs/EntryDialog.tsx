import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import { addManualEntries, ManualForm, maxReasonLength } from '#contract/settlement/payments.ts'
import { type ManualKind, manualKinds } from '#contract/settlement/statement-detail.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import type { ComboboxOption } from '#islands/kit/forms/combobox/Combobox.tsx'
import { getIssueErrors } from '#islands/kit/forms/errors.ts'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { getName } from '#islands/settlement/payments/board/names.ts'
import { LabeledInput } from '#islands/settlement/payments/pay/LabeledInput.tsx'
import styles from '#islands/settlement/payments/pay/Pay.module.css'
import { $list, $rows, manualEntries } from '#islands/settlement/payments/state/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { parseAmountInput } from '#lib/format/amount-input.ts'
import { formatMoneyChange } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $dialogItemId, closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { MemberPicker } from './MemberPicker.tsx'

type Errors = Readonly<Partial<Record<'member' | 'amount' | 'reason' | 'failure', string>>>

/** Reads `entries.0.amount`. */
function parseErrors({ fields, message }: ApiError): Errors {
  const own = Object.entries(fields).map(([name, error]) => [name.replace('entries.0.', ''), error.message])
  return own.length > 0 ? Object.fromEntries(own) : { failure: message }
}

const isReduction = (kind: ManualKind) => kind === 'advance' || kind === 'deduction'

/** Books an amount that the next closing puts on a member's statement. */
export function EntryDialog() {
  const id = useStore($dialogItemId)
  const account = useStore($rows).find((row) => row.account.id === id)?.account
  const [fixed] = useState(account)
  const entry = useEntry(fixed?.id)
  const { errors, pending, kind } = entry
  const fieldId = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return (
    <Dialog title={t('payments:menu.entry')} swipe="down" guardsInput onClose={closeDialog}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) void entry.save()
        }}
      >
        <DialogContent>
          <p>{t('payment-dialogs:entry.lead')}</p>
          {fixed ? (
            <SubjectLine name={getName(fixed)} detail={fixed.email} />
          ) : (
            <div className={`grid gap-tight ${styles.picker}`}>
              <span className="text-s medium" aria-hidden="true">
                {t('lists:member')}
              </span>
              <MemberPicker
                selected={entry.member}
                errorId={errors.member && `${fieldId}-member-error`}
                onChoose={entry.setMember}
              />
              {errors.member && (
                <p className="text-s bad" id={`${fieldId}-member-error`}>
                  {errors.member}
                </p>
              )}
            </div>
          )}
          <div className="grid gap-tight">
            <span className="text-s medium" aria-hidden="true">
              {t('payment-dialogs:entry.kind')}
            </span>
            <SegmentedControl
              label={t('payment-dialogs:entry.kind')}
              value={kind}
              options={manualKinds.map((value) => ({ value, label: t(`settlement:manualKinds.${value}`) }))}
              onChange={entry.setKind}
            />
            <p className="faint text-xs">{t(`payment-dialogs:entry.kinds.${kind}`)}</p>
          </div>
          <LabeledInput
            id={`${fieldId}-amount`}
            label={t('settlement:amount')}
            hint={entry.effect}
            error={errors.amount}
            inputMode="decimal"
            value={entry.amountText}
            autoComplete="off"
            onValue={entry.setAmountText}
          />
          <LabeledInput
            id={`${fieldId}-reason`}
            label={t('payment-dialogs:entry.reason')}
            hint={t('payment-dialogs:entry.reasonHint')}
            error={errors.reason}
            value={entry.reason}
            maxLength={maxReasonLength}
            autoComplete="off"
            onValue={entry.setReason}
          />
          <ErrorMessage text={errors.failure ?? (fixed && errors.member) ?? null} />
        </DialogContent>
        <DialogActions>
          <Button onClick={closeDialog}>{t('common:cancel')}</Button>
          <Button type="submit" kind="primary" pending={pending}>
            {t('payment-dialogs:entry.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** `fixedMember`: undefined if the person chooses one. */
function useEntry(fixedMember: number | undefined) {
  const currency = useStore($list)?.currency ?? 'KRW'
  const [member, setMember] = useState<ComboboxOption | null>(null)
  const [kind, setKind] = useState<ManualKind>('bonus')
  const [amountText, setAmountText] = useState('')
  const [reason, setReason] = useState('')
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const amount = parseAmountInput(amountText, currency)

  function check(memberId: number): Errors | null {
    const parsed = ManualForm.safeParse({ member: memberId, kind, amount: amount ?? 0, reason })
    if (parsed.success) return null
    const issues = getIssueErrors(parsed.error.issues)
    return {
      ...issues,
      ...(issues.member && { member: t('payment-dialogs:entry.memberMissing') }),
      ...(issues.amount && { amount: t('payment-dialogs:entry.amountInvalid') }),
    }
  }

  async function save() {
    const memberId = fixedMember ?? Number(member?.value ?? 0)
    const found = check(memberId)
    if (found) return setErrors(found)
    setErrors({})
    setPending(true)
    try {
      await call(addManualEntries, {
        body: { entries: [{ member: memberId, kind, amount: amount ?? 0, reason }] },
      })
      notify('success', t('payment-dialogs:entry.done'))
      manualEntries.reload()
      closeDialog()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(parseErrors(error))
      setPending(false)
    }
  }
  const effect =
    amount === null
      ? t(`payment-dialogs:entry.${isReduction(kind) ? 'reduces' : 'adds'}`)
      : t('payment-dialogs:entry.effect', {
          amount: formatMoneyChange(isReduction(kind) ? -amount : amount, currency, locale()),
        })
  return {
    member,
    setMember,
    kind,
    setKind,
    amountText,
    setAmountText,
    reason,
    setReason,
    effect,
    pending,
    errors,
    save,
  }
}
