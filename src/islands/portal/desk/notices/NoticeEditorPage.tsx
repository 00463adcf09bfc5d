import { useStore } from '@nanostores/react'
import { locales } from '#contract/platform/locale.ts'
import type { DeskNotice, NoticeSources } from '#contract/portal/desk/notices.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { may } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { EditorForm } from './EditorForm.tsx'
import styles from './NoticeDesk.module.css'
import { noticeList, writtenNotice } from './store.ts'

const toSources = ({ titles, texts }: DeskNotice): NoticeSources =>
  Object.fromEntries(
    locales.flatMap((one) =>
      texts[one] === undefined ? [] : [[one, { title: titles[one] ?? '', text: texts[one] }]],
    ),
  )

/** Writes a notice, or shows one to those who only read. */
export function NoticeEditorPage({ written }: { written: number | 'new' }) {
  const changes = useStore(may('notices.change'))
  const title = written === 'new' ? 'write' : changes ? 'editTitle' : 'readTitle'
  return (
    <div className={styles.page}>
      <header className={styles.editorHeader}>
        <a className={styles.back} href={localizePath('/desk/notices', locale())}>
          <span aria-hidden="true">←</span> {t('notices:back')}
        </a>
        <h1 tabIndex={-1}>{t(`desk-notices:${title}`)}</h1>
      </header>
      <Content written={written} isReadOnly={!changes} />
    </div>
  )
}

function Content({ written, isReadOnly }: { written: number | 'new'; isReadOnly: boolean }) {
  const list = useStore(noticeList.$state)
  const { result, error } = useStore(writtenNotice.$state)
  const loaded = result?.data.notice
  const notice = loaded?.id === written ? loaded : null
  const failure = written === 'new' ? list.error : (error ?? list.error)
  const sites = list.result?.data.sites
  const isReady = sites !== undefined && (written === 'new' || notice !== null)
  if (!isReady && failure)
    return (
      <section className="card center">
        <LoadFailure
          title={t('notices:failed.notice')}
          error={failure}
          onRetry={() => {
            writtenNotice.reload()
            noticeList.reload()
          }}
        />
      </section>
    )
  if (!isReady) return <EditorSkeleton />
  return (
    <EditorForm
      notice={notice}
      initial={notice ? toSources(notice) : {}}
      sites={sites}
      isReadOnly={isReadOnly}
    />
  )
}

const EditorSkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      {t('common:loading')}
    </p>
    <div className={styles.columns} aria-hidden="true">
      {locales.map((one) => (
        <div key={one} className={styles.column}>
          <Skeleton width="40%" />
          <Skeleton height="44px" />
          <Skeleton height="220px" />
        </div>
      ))}
    </div>
  </div>
)
