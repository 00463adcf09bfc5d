import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './section/Detail.module.css'

export function DetailSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('common:loading')}
      </p>
      <div aria-hidden="true">
        <div className={`line gap-4 ${styles.head}`}>
          <Skeleton width="72px" height="128px" />
          <div className="grid grow gap-2">
            <Skeleton width="70%" height="22px" />
            <Skeleton width="50%" />
            <Skeleton width="120px" />
          </div>
        </div>
        <div className={styles.period}>
          <Skeleton width="64px" />
          <p>
            <Skeleton width="60%" />
          </p>
        </div>
        <SectionSkeleton title={t('video-detail:sections.profit')} className={styles.profitSkeleton} />
        <SectionSkeleton title={t('video-detail:sections.video')} className={styles.figuresSkeleton} />
        <SectionSkeleton title={t('video-detail:sections.premium')} className={styles.figuresSkeleton} />
        <SectionSkeleton title={t('video-detail:music.title')} height="72px" />
        <SectionSkeleton title={t('video-detail:countries.title')} height="560px" />
      </div>
    </>
  )
}

function SectionSkeleton({
  title,
  height,
  className,
}: {
  title: string
  height?: string
  className?: string
}) {
  return (
    <div className={styles.section}>
      <div className={styles.sectionHead}>
        <h3>{title}</h3>
      </div>
      <div className={className} style={{ height }}>
        <Skeleton height="100%" />
      </div>
    </div>
  )
}
