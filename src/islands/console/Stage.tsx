import { useStore } from '@nanostores/react'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { loadSite } from '#lib/metadata.ts'
import { paintTitle } from '#lib/paint.ts'
import { $profile, loadProfile } from '#lib/profile.ts'
import { needsAccount } from '#lib/redirect.ts'
import { $signedIn } from '#lib/session.ts'
import { $site, $siteState } from '#lib/site.ts'
import { t } from '#lib/strings.ts'
import { ErrorBoundary } from '#shared/ErrorBoundary.tsx'
import { useHydrated } from '#shared/hydrated.ts'
import { Failure, Waiting } from './Failure.tsx'
import { VerifyBanner } from './VerifyBanner.tsx'
import type { ViewName, views } from './views.ts'

type View = (typeof views)[number]

interface ArrivalProps {
  view: View
  /** The view that was here before, null on the page's first. */
  last: RefObject<ViewName | null>
}

/** Shows a view and does what a page load does by itself: title, scroll position, focus on the heading. */
function Arrival({ view: { name, Content }, last }: ArrivalProps) {
  const site = useStore($site)
  useEffect(() => paintTitle(t(`console:views.${name}`), site), [name, site])
  useEffect(() => {
    const moved = last.current !== null && last.current !== name
    last.current = name
    if (!moved) return
    scrollTo({ top: 0, behavior: 'instant' })
    const heading = document.querySelector<HTMLElement>('#main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [name, last])
  return <Content />
}

interface StageProps {
  view: View
  /** What the page itself says until the view is there. */
  first?: ReactNode
}

/** The place of the view: what is there until it can be read, the view, or why there is none. */
export function Stage({ view, first }: StageProps) {
  const { name } = view
  const isOpen = !needsAccount(view.path)
  const siteState = useStore($siteState, { ssr: 'initial' })
  const profile = useStore($profile, { ssr: 'initial' })
  const signedIn = useStore($signedIn, { ssr: () => false })
  const hydrated = useHydrated()
  const last = useRef<ViewName | null>(null)
  const waiting = first ?? <Waiting view={name} />
  if (siteState === 'failed')
    return <Failure view={name} text={t('common:siteFailed')} onRetry={() => loadSite({ required: true })} />
  if (!hydrated || siteState === 'loading' || !(signedIn || isOpen)) return waiting
  if (profile === 'failed')
    return <Failure view={name} text={t('common:profileFailed')} onRetry={loadProfile} />
  return (
    <>
      <VerifyBanner />
      <ErrorBoundary
        key={name}
        fallback={() => <Failure view={name} text={t('common:broken')} onRetry={() => location.reload()} />}
      >
        <Suspense fallback={waiting}>
          <Arrival view={view} last={last} />
        </Suspense>
      </ErrorBoundary>
    </>
  )
}
