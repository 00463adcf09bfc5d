import { useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Dialog } from '#shared/Dialog.tsx'
import styles from './Account.module.css'
import { endSession } from './store.ts'

/** Asks before all other sessions end. */
export function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const [pending, setPending] = useState(false)
  async function end() {
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
        <Button kind="primary" pending={pending} onClick={end}>
          {t('account:sessions.end')}
        </Button>
      </div>
    </Dialog>
  )
}
