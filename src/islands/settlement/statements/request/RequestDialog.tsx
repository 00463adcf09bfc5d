import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { requestPayment } from '#contract/settlement/payments.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { getRequestable } from '#islands/settlement/statements/state/payday.ts'
import { type StatementList, statements } from '#islands/settlement/statements/state/store.ts'
import { call } from '#lib/api/call.ts'
import { formatAmount } from '#lib/format/amount.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

/** Asks to be paid without waiting for the next closing. */
export function RequestDialog() {
  const current = useStore(statements.$state).result?.data
  const [list] = useState(current)
  const isOpen = list !== undefined && getRequestable(list) > 0
  useEffect(() => {
    if (!isOpen) closeDialog()
  }, [isOpen])
  return isOpen && <RequestForm list={list} />
}

function RequestForm({ list }: { list: StatementList }) {
  const { currency, requestable, awaiting, requested, payday } = list
  const { pending, failure, run } = useAction()
  const format = (amount: number) => formatAmount(amount, currency, locale())
  const waiting = awaiting - requested
  const request = () =>
    run(async () => {
      const { amount } = await call(requestPayment)
      notify('success', t('statements:request.sent', { amount: format(amount) }))
      statements.reload()
      closeDialog()
    })
  return (
    <Dialog title={t('statements:request.open')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>{t('statements:request.lead', { amount: format(getRequestable(list)) })}</p>
        <ul className="panel stack gap-1" data-request>
          {waiting > 0 && <li>{t('statements:request.waiting', { amount: format(waiting) })}</li>}
          {requestable > 0 && <li>{t('statements:request.beforeTax', { amount: format(requestable) })}</li>}
          <li>
            {payday
              ? t('statements:request.day', { day: formatDay(payday.day, locale()) })
              : t('statements:request.nextDay')}
          </li>
        </ul>
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={closeDialog}>{t('common:cancel')}</Button>
        <Button kind="primary" pending={pending} onClick={request}>
          {t('statements:request.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
