import { type ReactNode, useEffect } from 'react'
import { initMenus } from '#lib/i18n/menus.ts'
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
