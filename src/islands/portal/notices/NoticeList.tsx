import { useStore } from '@nanostores/react'
import type { NoticeSummary } from '#contract/portal/notices.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import { LanguageMark, NewBadge, NoticeDates, PinnedBadge } from './NoticeMeta.tsx'
import styles from './Notices.module.css'
import { $readIds } from './read-state.ts'

export function NoticeList({ notices }: { notices: readonly NoticeSummary[] }) {
  const readIds = useStore($readIds)
  return (
    <ul className={styles.list}>
      {notices.map((notice) => (
        <NoticeRow key={notice.id} {...notice} isNew={notice.isNew && !readIds.has(notice.id)} />
      ))}
    </ul>
  )
}

function NoticeRow({ id, title, titleLocale, publishedAt, editedAt, pinned, isNew }: NoticeSummary) {
  return (
    <li className="relative line" data-notice={id} data-new={isNew || undefined}>
      {pinned && <PinnedBadge />}
      {isNew && <NewBadge />}
      <a className="grow" href={localizePath(`/notices/${id}`, locale())} lang={titleLocale}>
        {title}
      </a>
      <LanguageMark language={titleLocale} />
      <NoticeDates published={publishedAt} edited={editedAt} />
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
