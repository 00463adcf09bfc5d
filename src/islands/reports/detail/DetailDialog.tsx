import { useStore } from '@nanostores/react'
import type { ApiError } from '#lib/api.ts'
import { sameQuestion } from '#lib/query.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Dialog } from '#shared/Dialog.tsx'
import { Message } from '#shared/Message.tsx'
import { DetailContent } from './DetailContent.tsx'
import styles from './DetailDialog.module.css'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { closeVideo } from './opened-video.ts'
import { detail } from './store.ts'

/** Everything about one video in the period of the address. */
export function DetailDialog() {
  return (
    <Dialog title={t('video-detail:title')} swipe="down" onClose={closeVideo}>
      <button type="button" className={styles.close} aria-label={t('common:close')} onClick={closeVideo}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m3 3 10 10m0-10L3 13" />
        </svg>
      </button>
      <section
        className={styles.scroller}
        aria-label={t('video-detail:content')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard scrolls it
        tabIndex={0}
        // A finger that reads does not swipe the dialog away.
        onPointerDown={(event) => event.stopPropagation()}
      >
        <Shown />
      </section>
    </Dialog>
  )
}

function Shown() {
  const { question, answer, error } = useStore(detail.$state)
  const current = answer && (question === null || sameQuestion(answer.question, question)) ? answer : null
  if (current) return <DetailContent detail={current.data} period={current.question.period} />
  return error ? <Failure error={error} /> : <DetailSkeleton />
}

function Failure({ error }: { error: ApiError }) {
  if (error.code === 'not_found') {
    return (
      <Message failed title={t('video-detail:notFound.title')} text={t('video-detail:notFound.text')}>
        <Button onClick={closeVideo}>{t('common:close')}</Button>
      </Message>
    )
  }
  return (
    <Message failed title={t('video-detail:failed')} text={error.message}>
      <Button onClick={detail.reload}>{t('common:retry')}</Button>
    </Message>
  )
}
