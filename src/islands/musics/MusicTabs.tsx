import { localePath } from '#lib/language.ts'
import { locale, t } from '#lib/strings.ts'
import { type Tab, tabPath, tabs } from './filter.ts'
import styles from './MusicTabs.module.css'

/** The ways between the music screens, on the page for visitors too. */
export const MusicTabs = ({ here }: { here: Tab }) => (
  <nav className={styles.tabs} aria-label={t('musics:tabs.label')}>
    <ul>
      {tabs.map((tab) => (
        <li key={tab}>
          <a href={localePath(tabPath(tab), locale())} aria-current={tab === here ? 'page' : undefined}>
            {t(`musics:tabs.${tab}`)}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
