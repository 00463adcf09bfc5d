import { getTabPath, type Tab, tabs } from '#islands/portal/musics/state/filter.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import styles from './MusicTabs.module.css'

const tabTexts = {
  home: 'common:home',
  all: 'common:all',
  tags: 'musics:tabs.tags',
  shopping: 'musics:tabs.shopping',
} as const satisfies Record<Tab, TextKey>

export const MusicTabs = ({ here }: { here: Tab }) => (
  <nav aria-label={t('musics:tabs.label')}>
    <ul className={styles.tabs}>
      {tabs.map((tab) => (
        <li key={tab}>
          <a href={localizePath(getTabPath(tab), locale())} aria-current={tab === here ? 'page' : undefined}>
            {t(tabTexts[tab])}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
