import { useStore } from '@nanostores/react'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Thumbnail } from '#islands/kit/ui/pictures/Thumbnail.tsx'
import { formatDuration } from '#lib/format/moment.ts'
import { formatCount } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Review.module.css'
import { latestVideosOf } from './store.ts'

const skeletons = [1, 2, 3, 4]

/** As YouTube has them now. What cannot be shown is no reason not to decide. */
export function LatestVideos({ id }: { id: number }) {
  const { result, error } = useStore(latestVideosOf.$state)
  const data = result?.key.id === id ? result.data : null
  return (
    <section className={styles.videos} aria-labelledby="latest-videos">
      <h3 id="latest-videos">{t('desk-review:videos.title')}</h3>
      {error && !data ? (
        <p className="note">{error.message}</p>
      ) : data === null ? (
        <div className={styles.videoGrid} aria-busy="true">
          {skeletons.map((one) => (
            <Skeleton key={one} width="100%" height="120px" />
          ))}
        </div>
      ) : data.failure ? (
        <p className="note">{t(`desk-review:videos.${data.failure}`)}</p>
      ) : data.videos.length === 0 ? (
        <p className="note">{t('desk-review:videos.none')}</p>
      ) : (
        <ul className={styles.videoGrid}>
          {data.videos.map(({ videoId, title, views, publishedAt }) => (
            <li key={videoId}>
              <a
                href={`https://www.youtube.com/shorts/${encodeURIComponent(videoId)}`}
                target="_blank"
                rel="noreferrer"
              >
                <Thumbnail videoId={videoId} path={null} />
                <span className="clamp">{title}</span>
              </a>
              <small>
                {views !== null && (
                  <b>{t('desk-review:videos.views', { views: formatCount(views, locale()) })}</b>
                )}{' '}
                {t('desk:ago', {
                  duration: formatDuration(Date.now() - Date.parse(publishedAt), locale()),
                })}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
