import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { setParams } from '#lib/router.ts'
import { $screen } from '#lib/screen.ts'
import { t } from '#lib/strings.ts'
import { Dialog } from '#shared/Dialog.tsx'
import { Account } from './Account.tsx'
import { Brand } from './Brand.tsx'
import styles from './Frame.module.css'
import { followViewLinks } from './links.ts'
import { Navigation } from './Navigation.tsx'
import type { ViewName } from './views.ts'

const close = () => setParams({ menu: undefined }, { replace: true })

/** The navigation of narrow screens: slides in from the left, goes by a swipe back. */
export function Menu({ view }: { view: ViewName }) {
  const screen = useStore($screen)
  useEffect(() => {
    if (screen === 'laptop') close()
  }, [screen])
  return (
    <Dialog title={t('console:menu')} titleHidden place="left" swipe="left" onClose={close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: links inside bubble up to it; they have their own keys. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div className={styles.menu} onClick={followViewLinks}>
        <Brand />
        <Navigation view={view} />
        <Account />
      </div>
    </Dialog>
  )
}
