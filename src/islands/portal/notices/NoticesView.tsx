import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { NoticeSummary } from '#contract/portal/notices.ts'
import { Pager } from '#islands/kit/tables/Pager.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { $user } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { LanguageMark, NewBadge, NoticeDates, PinnedBadge } from './NoticeMeta.tsx'
import styles from './Notices.module.css'
import { $readIds, markAllAsRead } from './read-state.ts'
import { noticeList, showPage } from './store.ts'

export function NoticesView() {
  const { key, result, error } = useStore(noticeList.$state)
  const isStale = result !== null && !isSameKey(result.key, key)
  const isLoading = result === null && error === null
  const heading = useRef<HTMLHeadingElement>(null)
  function changePage(page: number) {
    showPage(page)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div aria-busy={isLoading || isStale}>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1}>
          {t('shell:views.notices')}
        </h1>
        <MarkAllReadButton onDone={() => heading.current?.focus({ preventScroll: true })} />
      </header>
      <p className="visually-hidden" role="status">
        {isLoading && t('common:loading')}
      </p>
      <div data-stale={(isStale && error === null) || undefined}>
        <NoticesBody onPageChange={changePage} />
      </div>
    </div>
  )
}

function MarkAllReadButton({ onDone }: { onDone: () => void }) {
  const { result } = useStore(noticeList.$state)
  const unread = useStore($user)?.unread_notices ?? 0
  if (unread === 0 || result === null) return null
  function markAllRead() {
    void markAllAsRead(result?.data.notices.map(({ id }) => id) ?? [])
    onDone()
  }
  return <Button onClick={markAllRead}>{t('notices:seeAll')}</Button>
}

function NoticesBody({ onPageChange }: { onPageChange: (page: number) => void }) {
  const { key, result, error } = useStore(noticeList.$state)
  const isStale = result !== null && !isSameKey(result.key, key)
  if (error && (isStale || result === null)) {
    return <LoadFailure title={t('notices:failed.list')} error={error} onRetry={noticeList.reload} />
  }
  if (result === null) return <NoticeListSkeleton />
  const { total, page, size, notices } = result.data
  if (notices.length === 0) return <NoNotices page={page} onPageChange={onPageChange} />
  const more = (page + 1) * size < total
  return (
    <>
      <NoticeList notices={notices} />
      {(page > 0 || more) && (
        <Pager
          label={t('notices:pages')}
          onPrevious={page > 0 && !isStale ? () => onPageChange(page - 1) : undefined}
          onNext={more && !isStale ? () => onPageChange(page + 1) : undefined}
        />
      )}
    </>
  )
}

function NoNotices({ page, onPageChange }: { page: number; onPageChange: (page: number) => void }) {
  if (page === 0) return <Message title={t('notices:empty.title')} text="" />
  return (
    <Message title={t('notices:empty.pastEnd')} text="">
      <Button onClick={() => onPageChange(0)}>{t('common:pages.first')}</Button>
    </Message>
  )
}

function NoticeList({ notices }: { notices: readonly NoticeSummary[] }) {
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
      <a className="grow stretched-link" href={localizePath(`/notices/${id}`, locale())} lang={titleLocale}>
        {title}
      </a>
      <LanguageMark language={titleLocale} />
      <NoticeDates published={publishedAt} edited={editedAt} />
    </li>
  )
}

const skeletonWidths = [62, 48, 55, 40, 58]

function NoticeListSkeleton() {
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
