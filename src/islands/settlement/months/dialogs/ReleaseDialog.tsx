import { useEffect, useState } from 'react'
import { type MonthClosing, releaseMonth } from '#contract/settlement/month-closing.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, PointList } from '#islands/kit/dialogs/DialogParts.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { $preview, reloadClosing } from '#islands/settlement/months/closing/store.ts'
import { call } from '#lib/api/call.ts'
import { formatMonth } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Dialogs.module.css'

/** Asks before the statements of a closed month become visible, which cannot be undone. */
export function ReleaseDialog() {
  // Releasing the month changes the data, so the dialog keeps its initial state until it closes.
  const [closing] = useState(() => $preview.get().closing)
  const isReleasable = closing?.state === 'closed' && !closing.needsOtherPerson
  useEffect(() => {
    if (!isReleasable) closeDialog()
  }, [isReleasable])
  return isReleasable && <ReleaseForm closing={closing} />
}

function ReleaseForm({ closing: { month, summary } }: { closing: MonthClosing }) {
  const { pending, failure, setFailure, run } = useAction(reloadClosing)
  const [isAcknowledged, setIsAcknowledged] = useState(false)
  const count = summary?.statements ?? 0
  const release = () =>
    run(async () => {
      const { statements } = await call(releaseMonth, { body: { month } })
      notify('success', t('month-closing:release.done', { count: statements }))
      reloadClosing()
      closeDialog()
    })
  return (
    <Dialog
      title={t('month-closing:release.title', { month: formatMonth(month, locale()) })}
      swipe="down"
      onClose={closeDialog}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isAcknowledged) setFailure(t('month-closing:release.acknowledgeFirst'))
          else if (!pending) void release()
        }}
      >
        <DialogContent>
          <PointList
            title={t('month-closing:release.what')}
            points={[
              t('month-closing:release.visible', { count, total: formatNumber(count, locale()) }),
              t('month-closing:release.mails'),
              t('month-closing:release.payments'),
            ]}
          />
          <PointList
            tone="warn"
            title={t('month-closing:release.final')}
            points={[t('month-closing:release.noWayBack'), t('month-closing:release.later')]}
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
            {t('month-closing:release.acknowledge')}
          </label>
          <ErrorMessage text={failure} />
        </DialogContent>
        <DialogActions>
          <Button onClick={closeDialog}>{t('common:cancel')}</Button>
          <Button type="submit" kind="danger" pending={pending}>
            {t('month-closing:release.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
