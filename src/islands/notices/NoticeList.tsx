import { useStore } from '@nanostores/react'
import type { NoticeSummary } from '#contract/notices.ts'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import { NewBadge, NoticeDates, PinnedBadge } from './NoticeMeta.tsx'
import styles from './Notices.module.css'
import { $readIds } from './read-state.ts'

export function NoticeList({ notices }: { notices: readonly NoticeSummary[] }) {
  const readIds = useStore($readIds)
  return (
    <ul className={styles.list}>
      {notices.map(({ id, title, publishedAt, editedAt, pinned, isNew }) => (
        <NoticeRow key={id} id={id} title={title} pinned={pinned} isNew={isNew && !readIds.has(id)}>
          <NoticeDates published={publishedAt} edited={editedAt} />
        </NoticeRow>
      ))}
    </ul>
  )
}

interface NoticeRowProps extends Pick<NoticeSummary, 'id' | 'title' | 'pinned'> {
  isNew: boolean
  children: React.ReactNode
}

function NoticeRow({ id, title, pinned, isNew, children }: NoticeRowProps) {
  return (
    <li className="relative line" data-notice={id} data-new={isNew || undefined}>
      {pinned && <PinnedBadge />}
      {isNew && <NewBadge />}
      <a className="grow" href={localizePath(`/notices/${id}`, locale())}>
        {title}
      </a>
      {children}
    </li>
  )
}

const skeletonWidths = [62, 48, 55, 40, 58]

export function NoticeListSkeleton() {
  return (
    <ul className={styles.list} aria-hidden="true">
      {skeletonWidths.map((width) => (
        <li key={width} className="relative line">
          <span className={`grow ${styles.skeleton}`}>
            <Skeleton width={`${width}%`} />
          </span>
          <span className={styles.days}>
            <Skeleton width="84px" />
          </span>
        </li>
      ))}
    </ul>
  )
}
