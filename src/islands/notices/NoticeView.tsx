import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Notice } from '#contract/notices.ts'
import { localePath } from '#lib/language.ts'
import { paintTitle } from '#lib/paint.ts'
import { sameQuestion } from '#lib/query.ts'
import { $site } from '#lib/site.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { Skeleton } from '#shared/Skeleton.tsx'
import styles from './Notices.module.css'
import { NoticeText } from './NoticeText.tsx'
import { Days, Pinned } from './notice-facts.tsx'
import { seeNotice } from './seen.ts'
import { $id, notice } from './store.ts'

/** One notice, at the width of a text to read. */
export function NoticeView() {
  const { question, answer, error, loading } = useStore(notice.$state)
  const site = useStore($site)
  const possible = useStore($id) !== null
  const found = sameQuestion(answer?.question ?? null, question) ? answer?.data.notice : undefined
  const title = found?.title
  // Again when it has loaded: a view that arrives is titled with its own name first.
  useEffect(() => {
    if (title && !loading) paintTitle(title, site)
  }, [title, loading, site])
  const unread = found && !loading && found.is_new ? found.id : null
  useEffect(() => {
    if (unread !== null) void seeNotice(unread)
  }, [unread])
  const missing = !possible || error?.code === 'not_found'
  return (
    <div className={styles.view} aria-busy={loading}>
      <a className={styles.back} href={localePath('/notices', locale())}>
        <span aria-hidden="true">←</span> {t('notices:back')}
      </a>
      <article className={styles.notice}>
        <Heading found={found} waiting={!missing && error === null} />
        <Content found={found} missing={missing} />
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
          {found.pinned && <Pinned />}
          <Days published={found.published_at} edited={found.edited_at} />
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
