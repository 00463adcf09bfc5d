import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { t } from '#lib/i18n/strings.ts'
import type { NavigationItemName } from '#lib/navigation/items.ts'
import { setParams } from '#lib/navigation/router.ts'
import { $isScrolled } from '#lib/page/screen-class.ts'
import styles from './AppShell.module.css'
import { Brand } from './Brand.tsx'
import { Icon } from './Icon.tsx'
import { handleLinkClick } from './link-navigation.ts'
import { SidebarContent } from './SidebarContent.tsx'

interface AppShellProps {
  here: NavigationItemName
  /** Without the language. */
  path: string
  children: ReactNode
}

/** The frame of the site's design around a view: a side bar or a top navigation when wide, else a bar with a menu. */
export function AppShell({ here, path, children }: AppShellProps) {
  const isScrolled = useStore($isScrolled, { ssr: 'initial' })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: links inside bubble up to it; they have their own keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div className={styles.frame} onClick={handleLinkClick}>
      <a className={styles.skip} href="#main">
        {t('common:skip')}
      </a>
      <header className={styles.bar} data-scrolled={isScrolled || undefined}>
        <Brand />
        <button
          className={styles.open}
          type="button"
          aria-label={t('console:menu')}
          aria-haspopup="dialog"
          onClick={() => setParams({ menu: '1' })}
        >
          <Icon name="menu" />
        </button>
      </header>
      <header className={styles.side}>
        <SidebarContent here={here} path={path} />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
