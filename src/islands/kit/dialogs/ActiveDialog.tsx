import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect } from 'react'
import { ErrorBoundary } from '#islands/kit/ui/feedback/ErrorBoundary.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { t } from '#lib/i18n/strings.ts'
import { $activeDialog, closeDialog } from '#lib/navigation/active-dialog.ts'
import type { LazyComponent } from '#lib/page/lazy-component.ts'
import { startLoading, stopLoading } from '#lib/page/loading.ts'
import { notify } from '#lib/page/snackbars.ts'
import { setDialogs } from './preload-dialog.ts'

const noProps = {}

interface ActiveDialogProps {
  dialogs: Readonly<Record<string, LazyComponent<ComponentType>>>
}

export function ActiveDialog({ dialogs }: ActiveDialogProps) {
  const activeDialog = useStore($activeDialog)
  useEffect(() => setDialogs(dialogs), [dialogs])
  const component = activeDialog && dialogs[activeDialog.flag]
  if (!component) return null
  return (
    <ErrorBoundary key={`${activeDialog.flag} ${activeDialog.value}`} fallback={() => <DialogFailure />}>
      <Lazy component={component} props={noProps} fallback={<LoadingIndicator />} />
    </ErrorBoundary>
  )
}

function LoadingIndicator() {
  useEffect(() => {
    startLoading('dialog')
    return () => stopLoading('dialog')
  }, [])
  return null
}

function DialogFailure() {
  useEffect(() => {
    notify('error', t('common:broken'))
    closeDialog()
  }, [])
  return null
}
