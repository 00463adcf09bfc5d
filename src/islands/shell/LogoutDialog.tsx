import { useState } from 'react'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import { signOut } from '#lib/page/profile.ts'
import { notify } from '#lib/page/snackbars.ts'

const closeDialog = () => setParams({ logout: undefined }, { replace: true })

export function LogoutDialog() {
  const [pending, setPending] = useState(false)
  const confirmLogout = async () => {
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
    <Dialog title={t('shell:logout.title')} swipe="down" onClose={closeDialog}>
      <p className="muted">{t('shell:logout.question')}</p>
      <div className="dialog-actions wrap justify-end gap-2">
        <Button onClick={closeDialog}>{t('common:cancel')}</Button>
        <Button kind="primary" pending={pending} onClick={confirmLogout}>
          {t('shell:logout.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
