import { useStore } from '@nanostores/react'
import type { NoticeEntry } from '#contract/notices.ts'
import { localePath } from '#lib/language.ts'
import { locale } from '#lib/strings.ts'
import { Skeleton } from '#shared/Skeleton.tsx'
import styles from './Notices.module.css'
import { Days, New, Pinned } from './notice-facts.tsx'
import { $seen } from './seen.ts'

export function NoticeList({ notices }: { notices: readonly NoticeEntry[] }) {
  const seen = useStore($seen)
  return (
    <ul className={styles.list}>
      {notices.map(({ id, title, published_at, edited_at, pinned, is_new }) => (
        <Row key={id} id={id} title={title} pinned={pinned} fresh={is_new && !seen.has(id)}>
          <Days published={published_at} edited={edited_at} />
        </Row>
      ))}
    </ul>
  )
}

interface RowProps extends Pick<NoticeEntry, 'id' | 'title' | 'pinned'> {
  fresh: boolean
  children: React.ReactNode
}

function Row({ id, title, pinned, fresh, children }: RowProps) {
  return (
    <li data-notice={id} data-new={fresh || undefined}>
      {pinned && <Pinned />}
      {fresh && <New />}
      <a href={localePath(`/notices/${id}`, locale())}>{title}</a>
      {children}
    </li>
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
          <span className={styles.days}>
            <Skeleton width="84px" />
          </span>
        </li>
      ))}
    </ul>
  )
}
