import { useState } from 'react'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Account.module.css'
import { endSession } from './store.ts'

/** Asks before all other sessions end. */
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
      <p className={styles.question}>{t('account:sessions.question')}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button kind="primary" pending={pending} onClick={endOtherSessions}>
          {t('account:sessions.end')}
        </Button>
      </div>
    </Dialog>
  )
}
