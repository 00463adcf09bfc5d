import { useStore } from '@nanostores/react'
import type { VideoDetail } from '#contract/video-detail.ts'
import type { VideoRow } from '#contract/videos.ts'
import { buildVideoHref, listParam } from '#islands/reports/detail/video-link.ts'
import { $filter } from '#islands/reports/filter.ts'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'
import { $params } from '#lib/navigation/router.ts'
import { findNeighbors } from './neighbors.ts'
import { list } from './store.ts'
import styles from './VideoPage.module.css'

/** The videos before and after this one in the list that it was opened from. */
export function Neighbors({ video }: Pick<VideoDetail, 'video'>) {
  const { key, result } = useStore(list.$state)
  const { sort, order } = useStore($filter)
  const found = result && isSameKey(result.key, key) ? findNeighbors(result.data, video) : null
  if (!found) return <span className={styles.neighbors} />
  return (
    <nav className={styles.neighbors} aria-label={t('video-page:neighbors')}>
      <span className="note">
        {t('video-page:position', { sort: t(`reports:sort.${sort}-${order}`), rank: found.rank })}
      </span>
      <NeighborLink video={found.previous} direction="previous" />
      <NeighborLink video={found.next} direction="next" />
    </nav>
  )
}

interface NeighborLinkProps {
  video: VideoRow | null
  direction: 'previous' | 'next'
}

function NeighborLink({ video, direction }: NeighborLinkProps) {
  const { sort, order, [listParam]: limit, ...params } = useStore($params)
  if (!video) return null
  const listed = { ...(sort && { sort }), ...(order && { order }), ...(limit && { [listParam]: limit }) }
  const title = video.title ?? t('reports:videos.untitled')
  return (
    <a
      className="icon-button"
      href={buildVideoHref(video, buildReportPath('', params, listed).slice(1))}
      title={title}
    >
      <span className="visually-hidden">
        {t(`video-page:${direction}`)}: {title}
      </span>
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={direction === 'previous' ? 'M10 3.5 5.5 8l4.5 4.5' : 'M6 3.5 10.5 8 6 12.5'} />
      </svg>
    </a>
  )
}
