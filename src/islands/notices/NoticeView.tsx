import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Notice } from '#contract/notices.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Message } from '#islands/ui/Message.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $site } from '#lib/site/site.ts'
import { setPageTitle } from '#lib/site/theme.ts'
import { NoticeDates, PinnedBadge } from './NoticeMeta.tsx'
import styles from './Notices.module.css'
import { NoticeText } from './NoticeText.tsx'
import { markAsRead } from './read-state.ts'
import { $noticeId, notice } from './store.ts'

/** One notice, at the width of a text to read. */
export function NoticeView() {
  const { key, result, error, isLoading } = useStore(notice.$state)
  const site = useStore($site)
  const isIdValid = useStore($noticeId) !== null
  const loadedNotice = isSameKey(result?.key ?? null, key) ? result?.data.notice : undefined
  const title = loadedNotice?.title
  // Again when it has loaded: a view that arrives is titled with its own name first.
  useEffect(() => {
    if (title && !isLoading) setPageTitle(title, site)
  }, [title, isLoading, site])
  const unreadId = loadedNotice && !isLoading && loadedNotice.isNew ? loadedNotice.id : null
  useEffect(() => {
    if (unreadId !== null) void markAsRead(unreadId)
  }, [unreadId])
  const isMissing = !isIdValid || error?.code === 'not_found'
  return (
    <div className={styles.view} aria-busy={isLoading}>
      <a className={styles.back} href={localizePath('/notices', locale())}>
        <span aria-hidden="true">←</span> {t('notices:back')}
      </a>
      <article className={styles.notice}>
        <Heading found={loadedNotice} waiting={!isMissing && error === null} />
        <Content found={loadedNotice} missing={isMissing} />
      </article>
    </div>
  )
}

/** One and the same element all the while, for it may have the focus. */
function Heading({ found, waiting }: { found: Notice | undefined; waiting: boolean }) {
  return (
    <header>
      <h1 tabIndex={-1}>
        {found?.title ?? (
          <>
            <span className={waiting ? 'visually-hidden' : undefined}>{t('notices:title')}</span>
            {waiting && <Skeleton width="60%" />}
          </>
        )}
      </h1>
      {found && (
        <p className={styles.facts}>
          {found.pinned && <PinnedBadge />}
          <NoticeDates published={found.publishedAt} edited={found.editedAt} />
        </p>
      )}
      {!found && waiting && (
        <p className={styles.facts}>
          <span className={styles.days}>
            <Skeleton width="84px" />
          </span>
          <span className="visually-hidden" role="status">
            {t('notices:loading')}
          </span>
        </p>
      )}
    </header>
  )
}

function Content({ found, missing }: { found: Notice | undefined; missing: boolean }) {
  const { error } = useStore(notice.$state)
  if (missing) return <Message failed title={t('notices:missing.title')} text={t('notices:missing.text')} />
  if (found) return <NoticeText blocks={found.blocks} />
  if (error) {
    return (
      <Message failed title={t('notices:failed.notice')} text={error.message}>
        <Button onClick={notice.reload}>{t('notices:retry')}</Button>
      </Message>
    )
  }
  return (
    <p aria-hidden="true" className={styles.waiting}>
      <Skeleton />
      <Skeleton />
      <Skeleton width="45%" />
    </p>
  )
}
