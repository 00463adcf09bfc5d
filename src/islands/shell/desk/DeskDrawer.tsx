import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { handleLinkClick } from '#islands/shell/navigation/link-navigation.ts'
import { t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import styles from './DeskShell.module.css'
import { DeskSidebar } from './DeskSidebar.tsx'

const closeDrawer = () => setParams({ menu: undefined }, { replace: true })

export function DeskDrawer({ current, path }: { current: string; path: string }) {
  const screen = useStore($screenClass)
  useEffect(() => {
    if (screen === 'laptop') closeDrawer()
  }, [screen])
  return (
    <Dialog title={t('shell:menu')} titleHidden position="left" swipe="left" onClose={closeDrawer}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks on links bubble up to it; links handle keys themselves. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div className={styles.drawer} onClick={handleLinkClick}>
        <DeskSidebar current={current} path={path} />
      </div>
    </Dialog>
  )
}
