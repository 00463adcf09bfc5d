import { useStore } from '@nanostores/react'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { pickTime } from '#islands/reports/state/time.ts'
import { $activeVideo } from '#islands/reports/video-list/active-video.ts'
import type { ApiError } from '#lib/api/call.ts'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { DetailContent } from './DetailContent.tsx'
import styles from './DetailDialog.module.css'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { videoDetail } from './store.ts'

export function DetailDialog() {
  if (!useStore($activeVideo)) return null
  return (
    <Dialog title={t('video-detail:title')} swipe="down" onClose={closeDialog}>
      <button type="button" className={styles.close} aria-label={t('common:close')} onClick={closeDialog}>
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="m3 3 10 10m0-10L3 13" />
        </svg>
      </button>
      <section
        className={styles.scroller}
        data-printable
        aria-label={t('video-detail:content')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard scrolls it
        tabIndex={0}
        // Scrolling must not swipe the dialog away.
        onPointerDown={(event) => event.stopPropagation()}
      >
        <DetailBody />
      </section>
    </Dialog>
  )
}

function DetailBody() {
  const { key, result, error } = useStore(videoDetail.$state)
  const current = result && (key === null || isSameKey(result.key, key)) ? result : null
  if (current) return <DetailContent detail={current.data} time={pickTime(current.key)} />
  return error ? <DetailFailure error={error} /> : <DetailSkeleton />
}

function DetailFailure({ error }: { error: ApiError }) {
  if (error.code === 'not_found') {
    return (
      <Message failed title={t('video-detail:notFound.title')} text={t('video-detail:notFound.text')}>
        <Button onClick={closeDialog}>{t('common:close')}</Button>
      </Message>
    )
  }
  return <LoadFailure title={t('video-detail:failed')} error={error} onRetry={videoDetail.reload} />
}
