import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { PlaceName } from '#lib/places.ts'
import { setParams } from '#lib/router.ts'
import { $screen } from '#lib/screen.ts'
import { t } from '#lib/strings.ts'
import { Dialog } from '#shared/Dialog.tsx'
import styles from './Frame.module.css'
import { followViewLinks } from './links.ts'
import { SideContent } from './SideContent.tsx'

const close = () => setParams({ menu: undefined }, { replace: true })

/** The navigation of narrow screens: slides in from the left, goes by a swipe back. */
export function Menu({ here, path }: { here: PlaceName; path: string }) {
  const screen = useStore($screen)
  useEffect(() => {
    if (screen === 'laptop') close()
  }, [screen])
  return (
    <Dialog title={t('console:menu')} titleHidden place="left" swipe="left" onClose={close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: links inside bubble up to it; they have their own keys. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div className={styles.menu} onClick={followViewLinks}>
        <SideContent here={here} path={path} />
      </div>
    </Dialog>
  )
}
