import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Notice } from '#contract/portal/notices.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { setPageTitle } from '#lib/site/page-title.ts'
import { $site } from '#lib/site/site.ts'
import { LanguageMark, NoticeDates, PinnedBadge } from './NoticeMeta.tsx'
import styles from './Notices.module.css'
import { NoticeText } from './NoticeText.tsx'
import { markAsRead } from './read-state.ts'
import { $noticeId, notice as noticeQuery } from './store.ts'

export function NoticeView() {
  const { key, result, error, isLoading } = useStore(noticeQuery.$state)
  const site = useStore($site)
  const isIdValid = useStore($noticeId) !== null
  const loadedNotice = isSameKey(result?.key ?? null, key) ? result?.data.notice : undefined
  const title = loadedNotice?.title
  // Replaces the view's title once the notice has loaded.
  useEffect(() => {
    if (title && !isLoading) setPageTitle(title, site)
  }, [title, isLoading, site])
  const unreadId = loadedNotice && !isLoading && loadedNotice.isNew ? loadedNotice.id : null
  useEffect(() => {
    if (unreadId !== null) void markAsRead(unreadId)
  }, [unreadId])
  const isMissing = !isIdValid || error?.code === 'not_found'
  return (
    <div aria-busy={isLoading}>
      <a className={styles.back} href={localizePath('/notices', locale())}>
        <span aria-hidden="true">←</span> {t('notices:back')}
      </a>
      <article className={styles.notice}>
        <Heading notice={loadedNotice} isLoading={!isMissing && error === null} />
        <Content notice={loadedNotice} isMissing={isMissing} />
      </article>
    </div>
  )
}

interface HeadingProps {
  notice: Notice | undefined
  isLoading: boolean
}

/** Renders the same element before and after loading, because it may have the focus. */
function Heading({ notice, isLoading }: HeadingProps) {
  return (
    <header>
      <h1 tabIndex={-1} lang={notice?.titleLocale}>
        {notice?.title ?? (
          <>
            <span className={isLoading ? 'visually-hidden' : undefined}>{t('shell:views.notices')}</span>
            {isLoading && <Skeleton width="60%" />}
          </>
        )}
      </h1>
      {notice && (
        <p className={styles.meta}>
          {notice.pinned && <PinnedBadge />}
          <LanguageMark language={notice.blocksLocale} />
          <NoticeDates published={notice.publishedAt} edited={notice.editedAt} />
        </p>
      )}
      {!notice && isLoading && (
        <p className={styles.meta}>
          <span className={styles.days}>
            <Skeleton width="84px" />
          </span>
          <span className="visually-hidden" role="status">
            {t('common:loading')}
          </span>
        </p>
      )}
    </header>
  )
}

interface ContentProps {
  notice: Notice | undefined
  isMissing: boolean
}

function Content({ notice, isMissing }: ContentProps) {
  const { error } = useStore(noticeQuery.$state)
  if (isMissing)
    return (
      <Message failed title={t('notices:missing.title')} text={t('notices:missing.text')}>
        <a className="button" data-kind="primary" href={localizePath('/notices', locale())}>
          {t('notices:missing.list')}
        </a>
      </Message>
    )
  if (notice) return <NoticeText blocks={notice.blocks} language={notice.blocksLocale} />
  if (error) {
    return <LoadFailure title={t('notices:failed.notice')} error={error} onRetry={noticeQuery.reload} />
  }
  return (
    <p aria-hidden="true" className={styles.skeleton}>
      <Skeleton />
      <Skeleton />
      <Skeleton width="45%" />
    </p>
  )
}
