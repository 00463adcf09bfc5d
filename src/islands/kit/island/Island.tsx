import { type ReactNode, useEffect } from 'react'
import { usePageSetup } from '#islands/kit/hooks/use-page-setup.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ErrorBoundary } from '#islands/kit/ui/feedback/ErrorBoundary.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Snackbars } from '#islands/kit/ui/feedback/Snackbars.tsx'
import { Spinner } from '#islands/kit/ui/feedback/Spinner.tsx'
import { initMenus } from '#lib/i18n/menus.ts'
import { t } from '#lib/i18n/strings.ts'
import { reloadOnMissingChunks } from '#lib/page/chunk-reload.ts'

function CrashMessage() {
  return (
    <Message failed title={t('common:brokenTitle')} text={t('common:broken')}>
      <Button kind="primary" onClick={() => location.reload()}>
        {t('common:reload')}
      </Button>
    </Message>
  )
}

interface IslandProps {
  needsSite?: boolean
  children: ReactNode
}

export function Island({ needsSite = false, children }: IslandProps) {
  usePageSetup({ needsSite })
  useEffect(reloadOnMissingChunks, [])
  useEffect(initMenus, [])
  return (
    <>
      <ErrorBoundary fallback={() => <CrashMessage />}>{children}</ErrorBoundary>
      <Snackbars />
      <Spinner />
    </>
  )
}
