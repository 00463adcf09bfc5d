import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect } from 'react'
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { t } from '#lib/i18n/strings.ts'
import { startLoading, stopLoading } from '#lib/page/loading.ts'
import { notify } from '#lib/page/snackbars.ts'
import { loadDialog } from './dialog-loader.ts'
import { $activeVideo, closeVideo } from './dialog-state.ts'

const DetailDialog = lazy(loadDialog)

/** The dialog of the video that the address names. */
export function ActiveVideoDialog() {
  const activeVideo = useStore($activeVideo)
  if (!activeVideo) return null
  return (
    <ErrorBoundary fallback={() => <DialogFailure />}>
      <Suspense fallback={<LoadingIndicator />}>
        <DetailDialog />
      </Suspense>
    </ErrorBoundary>
  )
}

function LoadingIndicator() {
  useEffect(() => {
    startLoading('video-detail')
    return () => stopLoading('video-detail')
  }, [])
  return null
}

/** Its code could not be had, or broke. */
function DialogFailure() {
  useEffect(() => {
    notify('error', t('common:broken'))
    closeVideo()
  }, [])
  return null
}
