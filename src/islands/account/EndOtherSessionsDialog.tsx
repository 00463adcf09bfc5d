import { useState } from 'react'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { DialogActions, DialogContent } from '#islands/dialogs/DialogParts.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { endSession } from './store.ts'

export function EndOtherSessionsDialog({ onClose }: { onClose: () => void }) {
  const [pending, setPending] = useState(false)
  async function endOtherSessions() {
    setPending(true)
    try {
      await endSession()
      notify('success', t('account:sessions.othersEnded'))
      onClose()
    } catch (error) {
      setPending(false)
      if (!(error instanceof ApiError)) throw error
      notify('error', error.message)
    }
  }
  return (
    <Dialog title={t('account:sessions.endOthers')} swipe="down" onClose={onClose}>
      <DialogContent>
        <p className="muted">{t('account:sessions.question')}</p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button kind="primary" pending={pending} onClick={endOtherSessions}>
          {t('account:sessions.end')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
