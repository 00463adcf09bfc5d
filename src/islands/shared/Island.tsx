import { type ReactNode, useEffect } from 'react'
import { followLanguageLinks } from '#lib/language-links.ts'
import { reloadOnLostParts } from '#lib/reload-once.ts'
import { t } from '#lib/strings.ts'
import { Button } from './Button.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Message } from './Message.tsx'
import { usePageStart } from './page-start.ts'
import { Snackbars } from './Snackbars.tsx'
import { Spinner } from './Spinner.tsx'

function Broken() {
  return (
    <Message failed title={t('common:brokenTitle')} text={t('common:broken')}>
      <Button kind="primary" onClick={() => location.reload()}>
        {t('common:reload')}
      </Button>
    </Message>
  )
}

interface IslandProps {
  /** Nothing can be read before it is known what the site is. */
  needsSite?: boolean
  children: ReactNode
}

/** What surrounds the content of every page's island: its start, its boundary, messages and spinner. */
export function Island({ needsSite = false, children }: IslandProps) {
  usePageStart({ needsSite })
  useEffect(reloadOnLostParts, [])
  useEffect(followLanguageLinks, [])
  return (
    <>
      <ErrorBoundary fallback={() => <Broken />}>{children}</ErrorBoundary>
      <Snackbars />
      <Spinner />
    </>
  )
}
