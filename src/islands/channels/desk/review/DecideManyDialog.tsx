import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import { $activeDialog, closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { ReasonChoice } from './ReasonChoice.tsx'
import { getWrittenTexts, noReason } from './reasons.ts'
import { type Decision, decide, reviewSelection } from './store.ts'

const decisions: readonly Decision[] = ['approved', 'held', 'rejected']

/** One decision about all that are selected. The flag's value is the decision. */
export function DecideManyDialog() {
  const value = useStore($activeDialog)?.value
  const selected = useStore(reviewSelection.$rows)
  const [reason, setReason] = useState(noReason)
  const [isPending, setIsPending] = useState(false)
  const decision = decisions.find((one) => one === value) ?? 'approved'
  const count = selected.size
  async function submit() {
    const texts = getWrittenTexts(reason)
    if (decision !== 'approved' && texts === null) {
      notify('info', t('desk-review:reason.missing'))
      return
    }
    setIsPending(true)
    const isDone = await decide([...selected.values()], decision, {
      reason: decision === 'approved' ? null : texts,
    })
    setIsPending(false)
    if (isDone) closeDialog()
  }
  return (
    <Dialog
      title={t(`desk-review:many.${decision}`, { count })}
      swipe="down"
      focusesTitle
      onClose={closeDialog}
    >
      <DialogContent>
        <p>{t(`desk-review:many.effect.${decision}`)}</p>
        {decision !== 'approved' && <ReasonChoice reason={reason} onChange={setReason} />}
      </DialogContent>
      <div className="dialog-actions wrap justify-end gap-2">
        <Button onClick={closeDialog}>{t('common:cancel')}</Button>
        <Button
          kind={decision === 'rejected' ? 'danger' : 'primary'}
          pending={isPending}
          disabled={count === 0}
          onClick={() => void submit()}
        >
          {t(`desk-review:decide.${decision}`)}
        </Button>
      </div>
    </Dialog>
  )
}
