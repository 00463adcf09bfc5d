import { useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { signOut } from '#lib/profile.ts'
import { setParams } from '#lib/router.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Dialog } from '#shared/Dialog.tsx'
import styles from './Logout.module.css'

const close = () => setParams({ logout: undefined }, { replace: true })

/** Asks before the session ends. */
export function Logout() {
  const [pending, setPending] = useState(false)
  const leave = async () => {
    setPending(true)
    try {
      await signOut()
    } catch (error) {
      setPending(false)
      if (!(error instanceof ApiError)) throw error
      notify('error', error.message)
    }
  }
  return (
    <Dialog title={t('console:logout.title')} swipe="down" onClose={close}>
      <p className={styles.question}>{t('console:logout.question')}</p>
      <div className={styles.actions}>
        <Button onClick={close}>{t('common:cancel')}</Button>
        <Button kind="primary" pending={pending} onClick={leave}>
          {t('console:logout.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
