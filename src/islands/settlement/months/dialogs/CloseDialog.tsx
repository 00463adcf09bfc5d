import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { closeMonth, type MonthClosing } from '#contract/settlement/month-closing.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, PointList } from '#islands/kit/dialogs/DialogParts.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { $closing, $explanation, closingQuery } from '#islands/settlement/months/closing/store.ts'
import { reloadMonth } from '#islands/settlement/months/state/store.ts'
import { call } from '#lib/api/call.ts'
import { formatAmount, formatRate } from '#lib/format/amount.ts'
import { formatMonth } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Dialogs.module.css'

export function CloseDialog() {
  const current = useStore($closing)
  // Closing the month changes the data, so the dialog keeps its initial state until it closes.
  const [closing] = useState(current)
  const isClosable = closing?.state === 'open' && closing.krwMicros !== null
  useEffect(() => {
    if (!isClosable) closeDialog()
  }, [isClosable])
  return isClosable && <CloseForm closing={closing} krwMicros={closing.krwMicros ?? 0} />
}

function useClosing(month: string, krwMicros: number) {
  const { run, ...state } = useAction(({ code }) => {
    // Something has changed since the month was read.
    if (code === 'month_obstructed' || code === 'month_closed') closingQuery.reload()
  })
  const close = () =>
    run(async () => {
      const explanation = $explanation.get().trim() || null
      const { statements } = await call(closeMonth, { body: { month, krwMicros, explanation } })
      notify('success', t('month-closing:dialog.done', { count: statements }))
      reloadMonth()
      closingQuery.reload()
      closeDialog()
    })
  return { ...state, close }
}

function CloseForm({ closing, krwMicros }: { closing: MonthClosing; krwMicros: number }) {
  const { month, summary } = closing
  const { pending, failure, setFailure, close } = useClosing(month, krwMicros)
  const [isAcknowledged, setIsAcknowledged] = useState(false)
  const name = formatMonth(month, locale())
  const amounts = summary?.payable.map(({ currency, statements, amount }) =>
    t('month-closing:dialog.payable', {
      count: statements,
      total: formatNumber(statements, locale()),
      amount: formatAmount(amount, currency, locale()),
    }),
  )
  return (
    <Dialog title={t('month-closing:dialog.title', { month: name })} swipe="down" onClose={closeDialog}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isAcknowledged) setFailure(t('month-closing:dialog.acknowledgeFirst'))
          else if (!pending) void close()
        }}
      >
        <DialogContent>
          <PointList
            title={t('month-closing:dialog.what')}
            points={[
              ...(amounts ?? []),
              t('month-closing:dialog.rate', { won: formatRate(krwMicros, locale()) }),
              t('month-closing:dialog.all'),
            ]}
          />
          <PointList
            tone="warn"
            title={t('month-closing:dialog.final')}
            points={[t('month-closing:dialog.noWayBack'), t('month-closing:dialog.later')]}
          />
          <label className={styles.acknowledgement}>
            <input
              type="checkbox"
              checked={isAcknowledged}
              onChange={(event) => {
                setIsAcknowledged(event.target.checked)
                setFailure(null)
              }}
            />
            {t('month-closing:dialog.acknowledge')}
          </label>
          <ErrorMessage text={failure} />
        </DialogContent>
        <DialogActions>
          <Button onClick={closeDialog}>{t('common:cancel')}</Button>
          <Button type="submit" kind="danger" pending={pending}>
            {t('month-closing:dialog.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
