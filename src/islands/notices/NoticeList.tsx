import type { NoticeEntry } from '#contract/notices.ts'
import { localePath } from '#lib/language.ts'
import { locale } from '#lib/strings.ts'
import { Skeleton } from '#shared/Skeleton.tsx'
import styles from './Notices.module.css'
import { Pinned, PublishedOn } from './notice-facts.tsx'

export function NoticeList({ notices }: { notices: readonly NoticeEntry[] }) {
  return (
    <ul className={styles.list}>
      {notices.map(({ id, title, published_at, pinned }) => (
        <li key={id} data-notice={id}>
          {pinned && <Pinned />}
          <a href={localePath(`/notices/${id}`, locale())}>{title}</a>
          <PublishedOn moment={published_at} />
        </li>
      ))}
    </ul>
  )
}

const rows = [62, 48, 55, 40, 58]

export function NoticeListSkeleton() {
  return (
    <ul className={styles.list} aria-hidden="true">
      {rows.map((width) => (
        <li key={width}>
          <span className={styles.waiting}>
            <Skeleton width={`${width}%`} />
          </span>
          <span className={styles.day}>
            <Skeleton width="84px" />
          </span>
        </li>
      ))}
    </ul>
  )
}
