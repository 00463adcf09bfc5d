import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import { signOut } from '#lib/page/profile.ts'

const closeDialog = () => setParams({ logout: undefined }, { replace: true })

export function LogoutDialog() {
  return (
    <Dialog title={t('shell:logout.confirm')} swipe="down" onClose={closeDialog}>
      <p className="muted">{t('shell:logout.question')}</p>
      <div className="dialog-actions wrap justify-end gap-2">
        <Button onClick={closeDialog}>{t('common:cancel')}</Button>
        <Button kind="primary" onClick={signOut}>
          {t('shell:logout.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
