import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect } from 'react'
import { startLoading, stopLoading } from '#lib/loading.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { ErrorBoundary } from '#shared/ErrorBoundary.tsx'
import { loadDialog } from './load-dialog.ts'
import { $opened, closeVideo } from './opened-video.ts'

const DetailDialog = lazy(loadDialog)

/** The dialog of the video that the address names. */
export function VideoDetail() {
  const opened = useStore($opened)
  if (!opened) return null
  return (
    <ErrorBoundary fallback={() => <Lost />}>
      <Suspense fallback={<Opening />}>
        <DetailDialog />
      </Suspense>
    </ErrorBoundary>
  )
}

function Opening() {
  useEffect(() => {
    startLoading('video-detail')
    return () => stopLoading('video-detail')
  }, [])
  return null
}

/** Its code could not be had, or broke. */
function Lost() {
  useEffect(() => {
    notify('error', t('common:broken'))
    closeVideo()
  }, [])
  return null
}
