import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ErrorBoundary } from '#islands/kit/ui/feedback/ErrorBoundary.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Snackbars } from '#islands/kit/ui/feedback/Snackbars.tsx'
import styles from '#islands/kit/ui/feedback/Spinner.module.css'
import { initMenus } from '#lib/i18n/menus.ts'
import { t } from '#lib/i18n/strings.ts'
import { reloadOnMissingChunks } from '#lib/page/chunk-reload.ts'
import { loadSite, restoreSite } from '#lib/page/load-site.ts'
import { $spinner } from '#lib/page/loading.ts'
import { watchSession } from '#lib/page/profile.ts'

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
  /** The page also works on a host that is no site yet. */
  mayLackSite?: boolean
  /** The page is the same for everybody: nothing is asked for somebody who is signed in. */
  ignoresSession?: boolean
  children: ReactNode
}

export function Island({
  needsSite = false,
  mayLackSite = false,
  ignoresSession = false,
  children,
}: IslandProps) {
  usePageSetup({ needsSite, mayLackSite, ignoresSession })
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

function Spinner() {
  const spinner = useStore($spinner, { ssr: 'initial' })
  if (spinner === 'none') return null
  return (
    <div className={styles.cover} data-spinner={spinner} role="status">
      <span className="ring large" />
      <span className="visually-hidden">{t('common:loading')}</span>
    </div>
  )
}

function usePageSetup({
  needsSite,
  mayLackSite,
  ignoresSession,
}: Record<'needsSite' | 'mayLackSite' | 'ignoresSession', boolean>): void {
  useEffect(() => {
    restoreSite()
    loadSite({ required: needsSite, mayLack: mayLackSite })
    return ignoresSession ? undefined : watchSession()
  }, [needsSite, mayLackSite, ignoresSession])
}
