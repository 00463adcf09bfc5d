import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { endBalance, maxReasonLength } from '#contract/settlement/payments.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { endedBalance, reloadPayments } from '#islands/settlement/payments/state/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $dialogItemId, closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

const EndForm = z.object({ reason: endBalance.body.shape.reason })

/** Ends what is owed to somebody who is gone: names the amount and asks why. */
export function EndBalanceDialog() {
  const id = useStore($dialogItemId)
  const [member] = useState(id ?? 0)
  const balance = useStore(endedBalance.$state).result?.data ?? null
  const amount = balance && formatMoney(balance.balance, balance.currency, locale())
  async function end({ reason }: z.output<typeof EndForm>): Promise<void> {
    try {
      await call(endBalance, { body: { member, amount: balance?.balance ?? 0, reason } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'balance_changed') endedBalance.reload()
      throw error
    }
    notify('success', t('payment-dialogs:end.done', { amount: amount ?? '' }))
    reloadPayments()
    closeDialog()
  }
  return (
    <Dialog title={t('payments:menu.endBalance')} swipe="down" guardsInput onClose={closeDialog}>
      <DialogContent>
        <SubjectLine
          name={t('lists:deletedAccount')}
          detail={t('payment-dialogs:end.number', { id: member })}
        />
        {amount === null ? (
          <Skeleton height="48px" />
        ) : (
          <p className="panel" data-tone="warn">
            {t('payment-dialogs:end.lead', { amount })}
          </p>
        )}
      </DialogContent>
      {amount !== null && (
        <Form schema={EndForm} onSubmit={end}>
          <Field
            name="reason"
            label={t('payment-dialogs:end.reason')}
            hint={t('payment-dialogs:end.reasonHint')}
            maxLength={maxReasonLength}
            autoComplete="off"
            required
          />
          <FormActions kind="danger" onClose={closeDialog}>
            {t('payment-dialogs:end.confirm', { amount })}
          </FormActions>
        </Form>
      )}
    </Dialog>
  )
}
