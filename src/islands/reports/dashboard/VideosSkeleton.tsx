import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import styles from '#islands/reports/frame/Report.module.css'
import { VideoListSkeleton } from '#islands/reports/video-list/VideoListSkeleton.tsx'
import { t } from '#lib/i18n/strings.ts'

/** As high as `VideosSection`, until that has loaded. */
export const VideosSkeleton = () => (
  <section className="card" aria-busy="true">
    <div className={styles.listHead}>
      <div className="wrap items-baseline gap-2">
        <h2>{t('reports:videos.title')}</h2>
        <p />
      </div>
      <div className={`row justify-end gap-2 min-0 ${styles.listControls}`}>
        <Skeleton width="240px" height="40px" />
      </div>
    </div>
    <VideoListSkeleton />
  </section>
)
