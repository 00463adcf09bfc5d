import styles from '#islands/portal/musics/tracks/Musics.module.css'
import { MusicTabs } from '#islands/portal/musics/tracks/MusicTabs.tsx'
import { t } from '#lib/i18n/strings.ts'
import { HomeTab } from './HomeTab.tsx'

/** Prerendered with the view's layout to avoid layout shifts. The heading is the signed-out one. */
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
