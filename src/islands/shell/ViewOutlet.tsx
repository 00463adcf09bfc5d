import { useStore } from '@nanostores/react'
import { type ComponentType, memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ActiveDialog } from '#islands/dialogs/ActiveDialog.tsx'
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { Lazy } from '#islands/ui/Lazy.tsx'
import { useHydrated } from '#islands/ui/use-hydrated.ts'
import { useLazyComponent } from '#islands/ui/use-lazy-component.ts'
import { $isSecondFactorNeeded, $isSignedIn } from '#lib/api/session.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { t } from '#lib/i18n/strings.ts'
import { requiresAccount } from '#lib/navigation/login-redirect.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { loadSite } from '#lib/page/load-site.ts'
import { $profileStatus, loadProfile } from '#lib/page/profile.ts'
import { setPageTitle } from '#lib/site/page-title.ts'
import { $site, $siteStatus } from '#lib/site/site.ts'
import type { View } from './screens.ts'
import { VerificationBanner } from './VerificationBanner.tsx'
import { ViewFailure, ViewPlaceholder } from './ViewFailure.tsx'

interface NavigatedViewProps {
  name: string
  Content: ComponentType
  /** null on the page's first view. */
  previousName: RefObject<string | null>
}

/** Scrolls to the top and focuses the heading after client-side navigation, like a page load. */
const NavigatedView = memo(function NavigatedView({ name, Content, previousName }: NavigatedViewProps) {
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
  previousName: RefObject<string | null>
  placeholder: ReactNode
}

function LazyView({ view: { name, content }, previousName, placeholder }: LazyViewProps) {
  const site = useStore($site)
  const loaded = useLazyComponent(content)
  const isLoaded = loaded !== null
  useEffect(() => {
    if (isLoaded) setPageTitle(t(`shell:views.${name}`), site)
  }, [isLoaded, name, site])
  if (!loaded) return placeholder
  return (
    <>
      <NavigatedView name={name} Content={loaded.Content} previousName={previousName} />
      <ActiveDialog dialogs={loaded.dialogs} />
    </>
  )
}

const lazySecondFactorGate = lazyComponent(async () => {
  const [{ SecondFactorGate }] = await Promise.all([
    import('./SecondFactorGate.tsx'),
    loadStrings('second-factor'),
  ])
  return SecondFactorGate
})
const noProps = {}

interface ViewOutletProps {
  view: View
  initialContent?: ReactNode
}

export function ViewOutlet({ view, initialContent }: ViewOutletProps) {
  const { name } = view
  const isPublic = !requiresAccount(view.path)
  const siteState = useStore($siteStatus, { ssr: 'initial' })
  const profile = useStore($profileStatus, { ssr: 'initial' })
  const isSignedIn = useStore($isSignedIn, { ssr: () => false })
  const isFactorNeeded = useStore($isSecondFactorNeeded, { ssr: () => false })
  const hydrated = useHydrated()
  const previousName = useRef<string | null>(null)
  const placeholder = initialContent ?? <ViewPlaceholder view={name} />
  if (siteState === 'failed')
    return (
      <ViewFailure view={name} text={t('common:siteFailed')} onRetry={() => loadSite({ required: true })} />
    )
  if (!hydrated || siteState === 'loading' || !(isSignedIn || isPublic))
    return (
      <>
        <VerificationBanner />
        {placeholder}
      </>
    )
  if (profile === 'failed')
    return <ViewFailure view={name} text={t('common:profileFailed')} onRetry={loadProfile} />
  if (isFactorNeeded && !isPublic) return <Lazy component={lazySecondFactorGate} props={noProps} />
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
