import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { SavedViewsIcon, useViewsShortcut } from '#islands/kit/views/ViewsButton.tsx'
import { t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import { $isScrolled } from '#lib/page/screen-class.ts'
import styles from './navigation/AppShell.module.css'
import { AttentionBanner, AttentionEntry } from './navigation/Attention.tsx'
import { BottomBar } from './navigation/BottomBar.tsx'
import { Brand } from './navigation/Brand.tsx'
import { Icon } from './navigation/Icon.tsx'
import { ImpersonationBanner } from './navigation/ImpersonationBanner.tsx'
import { handleLinkClick } from './navigation/link-navigation.ts'
import { SidebarContent } from './navigation/SidebarContent.tsx'

interface AppShellProps {
  /** The screen of the current navigation entry. */
  current: string
  /** Excludes the language. */
  path: string
  children: ReactNode
}

export function AppShell({ current, path, children }: AppShellProps) {
  useViewsShortcut()
  const isScrolled = useStore($isScrolled, { ssr: 'initial' })
  return (
    <>
      <a className="skip-link" href="#main">
        {t('common:skip')}
      </a>
      <ImpersonationBanner />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks on links bubble up to it; links handle keys themselves. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div className={styles.frame} onClick={handleLinkClick}>
        <header className={styles.topBar} data-scrolled={isScrolled || undefined}>
          <Brand />
          {/* Leftmost of what is at the end, so that nothing else moves. */}
          <SavedViewsIcon className={styles.menuButton} />
          <AttentionEntry />
          <button
            className={styles.menuButton}
            type="button"
            aria-label={t('shell:menu')}
            aria-haspopup="dialog"
            onClick={() => setParams({ menu: '1' })}
          >
            <Icon name="menu" />
          </button>
        </header>
        <header className={styles.sidebar}>
          <SidebarContent current={current} path={path} />
        </header>
        <AttentionBanner />
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        <BottomBar current={current} />
      </div>
    </>
  )
}
