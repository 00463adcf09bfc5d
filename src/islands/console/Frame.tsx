import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { PlaceName } from '#lib/places.ts'
import { setParams } from '#lib/router.ts'
import { $scrolled } from '#lib/screen.ts'
import { t } from '#lib/strings.ts'
import { Brand } from './Brand.tsx'
import styles from './Frame.module.css'
import { Icon } from './Icon.tsx'
import { followViewLinks } from './links.ts'
import { SideContent } from './SideContent.tsx'

interface FrameProps {
  here: PlaceName
  /** Without the language. */
  path: string
  children: ReactNode
}

/** The frame of the site's design around a view: a side bar or a top navigation when wide, else a bar with a menu. */
export function Frame({ here, path, children }: FrameProps) {
  const scrolled = useStore($scrolled, { ssr: 'initial' })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: links inside bubble up to it; they have their own keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div className={styles.frame} onClick={followViewLinks}>
      <a className={styles.skip} href="#main">
        {t('common:skip')}
      </a>
      <header className={styles.bar} data-scrolled={scrolled || undefined}>
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
        <SideContent here={here} path={path} />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
