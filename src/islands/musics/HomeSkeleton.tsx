import { t } from '#lib/i18n/strings.ts'
import { HomeTab } from './HomeTab.tsx'
import styles from './Musics.module.css'
import { MusicTabs } from './MusicTabs.tsx'

/** Stands in the page until the view is there, with the same things at the same places. The heading is the visitors'. */
export const HomeSkeleton = () => (
  <div className="stack gap-4">
    <div>
      <p className={styles.title}>{t('shell:views.musics')}</p>
      <p className="note">{t('musics:lead.home')}</p>
    </div>
    <MusicTabs here="home" />
    <HomeTab />
  </div>
)
