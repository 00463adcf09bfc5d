import type { ReactNode } from 'react'
import { Icon } from '#islands/shell/navigation/Icon.tsx'
import { handleLinkClick } from '#islands/shell/navigation/link-navigation.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import { DeskBrand } from './DeskBrand.tsx'
import { DeskGate } from './DeskGate.tsx'
import styles from './DeskShell.module.css'
import { DeskSidebar } from './DeskSidebar.tsx'

interface DeskShellProps {
  current: string
  /** Excludes the language. */
  path: string
  children: ReactNode
}

/** The same in every design of a site: a sidebar, or a bar on top of a phone. */
export const DeskShell = ({ current, path, children }: DeskShellProps) => (
  <>
    <a className="skip-link" href="#main">
      {t('common:skip')}
    </a>
    {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks on links bubble up to it; links handle keys themselves. */}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
    <div className={styles.frame} onClick={handleLinkClick}>
      <header className={styles.topBar}>
        <DeskBrand />
        <a
          className={styles.barButton}
          href={localizePath('/desk/search', locale())}
          aria-label={t('desk:views.search')}
        >
          <Icon name="search" />
        </a>
        <button
          className={styles.barButton}
          type="button"
          aria-label={t('shell:menu')}
          aria-haspopup="dialog"
          onClick={() => setParams({ menu: '1' })}
        >
          <Icon name="menu" />
        </button>
      </header>
      <header className={styles.sidebar}>
        <DeskSidebar current={current} path={path} />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <DeskGate>{children}</DeskGate>
      </main>
    </div>
  </>
)
