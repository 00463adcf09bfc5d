import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { requestPayment } from '#contract/settlement/payments.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { getRequestable } from '#islands/settlement/statements/state/payday.ts'
import { type StatementList, statements } from '#islands/settlement/statements/state/store.ts'
import { describeTaxRate, getTaxName } from '#islands/settlement/statements/state/taxes.ts'
import { call } from '#lib/api/call.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatMoney, formatMoneyChange } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Request.module.css'

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
  const { currency } = list
  const { pending, failure, run } = useAction()
  const format = (amount: number) => formatMoney(amount, currency, locale())
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
        <RequestParts list={list} />
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

/** Shows what is asked for, what tax takes of it, and what is transferred on which day. */
function RequestParts({ list }: { list: StatementList }) {
  const { currency, requestable, requestableTaxes, awaiting, requested, payday } = list
  const format = (amount: number) => formatMoney(amount, currency, locale())
  const waiting = awaiting - requested
  const isSum = requestableTaxes.length > 0 || (waiting > 0 && requestable > 0)
  return (
    <dl className={`panel ${styles.parts}`} data-request>
      {waiting > 0 && (
        <Part name="waiting" label={t('statements:request.parts.waiting')}>
          {format(waiting)}
        </Part>
      )}
      {requestable > 0 && (
        <Part name="balance" label={t('statements:request.parts.balance')}>
          {format(requestable)}
        </Part>
      )}
      {requestableTaxes.map((tax) => (
        <Part
          key={tax.name}
          name={tax.name}
          label={getTaxName(tax.name)}
          note={describeTaxRate(tax, requestableTaxes)}
        >
          {formatMoneyChange(tax.amount, currency, locale())}
        </Part>
      ))}
      {isSum && (
        <Part name="net" label={t('statements:request.parts.net')}>
          {format(getRequestable(list))}
        </Part>
      )}
      <Part name="day" label={t('statements:request.parts.day')}>
        {payday ? formatDay(payday.day, locale()) : t('statements:request.parts.nextDay')}
      </Part>
    </dl>
  )
}

interface PartProps {
  name: string
  label: string
  note?: string
  children: ReactNode
}

const Part = ({ name, label, note, children }: PartProps) => (
  <div data-part={name}>
    <dt>
      {label} {note && <small>{note}</small>}
    </dt>
    <dd>{children}</dd>
  </div>
)
