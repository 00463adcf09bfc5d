import { useStore } from '@nanostores/react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { $rows } from '#islands/settlement/payments/state/store.ts'
import { may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { canSend } from './sendable.ts'

/** Offers a bank's file where something can be sent, and its result where something was. */
export function BankActions() {
  const rows = useStore($rows)
  const isWaiting = rows.some(({ group }) => group === 'sent')
  const isSendable = rows.some(canSend)
  const changesMoney = useStore(may('money.change'))
  if (!changesMoney || (!isWaiting && !isSendable)) return null
  return (
    <p className="wrap gap-2">
      {isSendable && <Button onClick={() => openDialog('bankFile', 'all')}>{t('payments:bank.file')}</Button>}
      {isWaiting && (
        <Button onClick={() => openDialog('bankResult', 'file')}>{t('payments:bank.result')}</Button>
      )}
    </p>
  )
}
