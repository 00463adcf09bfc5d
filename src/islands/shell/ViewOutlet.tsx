import { useStore } from '@nanostores/react'
import { type ComponentType, memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { useHydrated } from '#islands/ui/use-hydrated.ts'
import { $isSignedIn } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { requiresAccount } from '#lib/navigation/login-redirect.ts'
import { loadSite } from '#lib/page/load-site.ts'
import { $profileStatus, loadProfile } from '#lib/page/profile.ts'
import { $site, $siteStatus } from '#lib/site/site.ts'
import { setPageTitle } from '#lib/site/theme.ts'
import { VerificationBanner } from './VerificationBanner.tsx'
import { ViewFailure, ViewPlaceholder } from './ViewFailure.tsx'
import type { ViewName, views } from './views.ts'

type View = (typeof views)[number]

interface NavigatedViewProps {
  name: ViewName
  Content: ComponentType
  /** The view that was here before, null on the page's first. */
  previousName: RefObject<ViewName | null>
}

/** Shows a view and does what a page load does by itself: scroll position, focus on the heading. */
const NavigatedView = memo(function Arrival({ name, Content, previousName }: NavigatedViewProps) {
  useEffect(() => {
    const hasNavigated = previousName.current !== null && previousName.current !== name
    previousName.current = name
    if (!hasNavigated) return
    scrollTo({ top: 0, behavior: 'instant' })
    const heading = document.querySelector<HTMLElement>('#main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [name, previousName])
  return <Content />
})

interface LazyViewProps {
  view: View
  previousName: RefObject<ViewName | null>
  placeholder: ReactNode
}

/** The view once its part of the program is there, under its title. */
function LazyView({ view: { name, component }, previousName, placeholder }: LazyViewProps) {
  const site = useStore($site)
  const { value, error } = useStore(component.$state)
  useEffect(() => void component.load(), [component])
  const isLoaded = value !== null
  useEffect(() => {
    if (isLoaded) setPageTitle(t(`console:views.${name}`), site)
  }, [isLoaded, name, site])
  if (error) throw error
  return value ? <NavigatedView name={name} Content={value} previousName={previousName} /> : placeholder
}

interface ViewOutletProps {
  view: View
  /** What the page itself says until the view is there. */
  initialContent?: ReactNode
}

/** The place of the view: what is there until it can be read, the view, or why there is none. */
export function ViewOutlet({ view, initialContent }: ViewOutletProps) {
  const { name } = view
  const isPublic = !requiresAccount(view.path)
  const siteState = useStore($siteStatus, { ssr: 'initial' })
  const profile = useStore($profileStatus, { ssr: 'initial' })
  const isSignedIn = useStore($isSignedIn, { ssr: () => false })
  const hydrated = useHydrated()
  const previousName = useRef<ViewName | null>(null)
  const placeholder = initialContent ?? <ViewPlaceholder view={name} />
  if (siteState === 'failed')
    return (
      <ViewFailure view={name} text={t('common:siteFailed')} onRetry={() => loadSite({ required: true })} />
    )
  if (!hydrated || siteState === 'loading' || !(isSignedIn || isPublic)) return placeholder
  if (profile === 'failed')
    return <ViewFailure view={name} text={t('common:profileFailed')} onRetry={loadProfile} />
  return (
    <>
      <VerificationBanner />
      <ErrorBoundary
        key={name}
        fallback={() => (
          <ViewFailure view={name} text={t('common:broken')} onRetry={() => location.reload()} />
        )}
      >
        <LazyView view={view} previousName={previousName} placeholder={placeholder} />
      </ErrorBoundary>
    </>
  )
}
