import { useStore } from '@nanostores/react'
import { type ComponentType, memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
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
  name: ViewName
  Content: ComponentType
  /** The view that was here before, null on the page's first. */
  last: RefObject<ViewName | null>
}

/** Shows a view and does what a page load does by itself: scroll position, focus on the heading. */
const Arrival = memo(function Arrival({ name, Content, last }: ArrivalProps) {
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
})

interface PlaceProps {
  view: View
  last: RefObject<ViewName | null>
  waiting: ReactNode
}

/** The view once its part of the program is there, under its title. */
function Place({ view: { name, Content }, last, waiting }: PlaceProps) {
  const site = useStore($site)
  const { value, error } = useStore(Content.$state)
  useEffect(() => void Content.load(), [Content])
  const arrived = value !== null
  useEffect(() => {
    if (arrived) paintTitle(t(`console:views.${name}`), site)
  }, [arrived, name, site])
  if (error) throw error
  return value ? <Arrival name={name} Content={value} last={last} /> : waiting
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
        <Place view={view} last={last} waiting={waiting} />
      </ErrorBoundary>
    </>
  )
}
