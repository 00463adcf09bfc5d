import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { t } from '#lib/i18n/strings.ts'
import type { NavigationItemName } from '#lib/navigation/items.ts'
import { setParams } from '#lib/navigation/router.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import styles from './AppShell.module.css'
import { handleLinkClick } from './link-navigation.ts'
import { SidebarContent } from './SidebarContent.tsx'

const closeDrawer = () => setParams({ menu: undefined }, { replace: true })

/** The navigation of narrow screens: slides in from the left, goes by a swipe back. */
export function NavigationDrawer({ here, path }: { here: NavigationItemName; path: string }) {
  const screen = useStore($screenClass)
  useEffect(() => {
    if (screen === 'laptop') closeDrawer()
  }, [screen])
  return (
    <Dialog title={t('console:menu')} titleHidden position="left" swipe="left" onClose={closeDrawer}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: links inside bubble up to it; they have their own keys. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div className={styles.menu} onClick={handleLinkClick}>
        <SidebarContent here={here} path={path} />
      </div>
    </Dialog>
  )
}
