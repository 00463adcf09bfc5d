import { type ReactNode, useEffect } from 'react'
import { initLanguageMenus } from '#lib/i18n/language-menu.ts'
import { t } from '#lib/i18n/strings.ts'
import { reloadOnMissingChunks } from '#lib/page/chunk-reload.ts'
import { Button } from './Button.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Message } from './Message.tsx'
import { Snackbars } from './Snackbars.tsx'
import { Spinner } from './Spinner.tsx'
import { usePageSetup } from './use-page-setup.ts'

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
  /** Waits for the site's metadata. */
  needsSite?: boolean
  children: ReactNode
}

/** The root of every island: setup, error boundary, snackbars and spinner. */
export function Island({ needsSite = false, children }: IslandProps) {
  usePageSetup({ needsSite })
  useEffect(reloadOnMissingChunks, [])
  useEffect(initLanguageMenus, [])
  return (
    <>
      <ErrorBoundary fallback={() => <CrashMessage />}>{children}</ErrorBoundary>
      <Snackbars />
      <Spinner />
    </>
  )
}
