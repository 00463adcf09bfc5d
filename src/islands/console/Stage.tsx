import { useStore } from '@nanostores/react'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { loadSite } from '#lib/metadata.ts'
import { paintTitle } from '#lib/paint.ts'
import { $profile, loadProfile } from '#lib/profile.ts'
import { $signedIn } from '#lib/session.ts'
import { $site, $siteState } from '#lib/site.ts'
import { t } from '#lib/strings.ts'
import { ErrorBoundary } from '#shared/ErrorBoundary.tsx'
import { useHydrated } from '#shared/hydrated.ts'
import { Failure, Waiting } from './Failure.tsx'
import { Notices } from './Notices.tsx'
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

/** The place of the view: what is there until it can be read, the view, or why there is none. */
export function Stage({ view }: { view: View }) {
  const { name } = view
  const siteState = useStore($siteState, { ssr: 'initial' })
  const profile = useStore($profile, { ssr: 'initial' })
  const signedIn = useStore($signedIn, { ssr: () => false })
  const hydrated = useHydrated()
  const last = useRef<ViewName | null>(null)
  if (siteState === 'failed')
    return <Failure view={name} text={t('common:siteFailed')} onRetry={() => loadSite({ required: true })} />
  if (!hydrated || siteState === 'loading' || !(signedIn || view.open)) return <Waiting view={name} />
  if (profile === 'failed')
    return <Failure view={name} text={t('common:profileFailed')} onRetry={loadProfile} />
  return (
    <>
      <Notices />
      <ErrorBoundary
        key={name}
        fallback={() => <Failure view={name} text={t('common:broken')} onRetry={() => location.reload()} />}
      >
        <Suspense fallback={<Waiting view={name} />}>
          <Arrival view={view} last={last} />
        </Suspense>
      </ErrorBoundary>
    </>
  )
}
