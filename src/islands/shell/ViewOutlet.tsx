import { useStore } from '@nanostores/react'
import {
  type ComponentType,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ActiveDialog } from '#islands/kit/dialogs/ActiveDialog.tsx'
import { useHydrated } from '#islands/kit/hooks/use-hydrated.ts'
import { useLazyComponent } from '#islands/kit/hooks/use-lazy-component.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ErrorBoundary } from '#islands/kit/ui/feedback/ErrorBoundary.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { $isSecondFactorNeeded, $isSignedIn } from '#lib/api/session.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { t } from '#lib/i18n/strings.ts'
import { requiresAccount } from '#lib/navigation/login-redirect.ts'
import { $path } from '#lib/navigation/router.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { loadSite } from '#lib/page/load-site.ts'
import { $profileStatus, loadProfile } from '#lib/page/profile.ts'
import { setPageTitle } from '#lib/site/page-title.ts'
import { $site, $siteStatus } from '#lib/site/site.ts'
import { findView } from './screens/area.ts'
import type { View } from './screens/views.ts'
import { useFirstAnswers } from './use-first-answers.ts'

interface NavigatedViewProps {
  name: string
  Content: ComponentType
  /** Initially the screen that the page was opened with. */
  previousName: RefObject<string>
}

/** Scrolls to the top and focuses the heading after client-side navigation, like a page load. */
const NavigatedView = memo(function NavigatedView({ name, Content, previousName }: NavigatedViewProps) {
  useEffect(() => {
    const hasNavigated = previousName.current !== name
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

/**
 * Renders prerendered HTML, which React can only hydrate: rendering it later would set text as HTML, which Trusted
 * Types forbid. Parents must not remount it while it waits.
 */
function InitialContent({ content, fallback }: { content: ReactNode; fallback: ReactNode }) {
  const [isHydrating] = useState(!useHydrated())
  return isHydrating ? content : fallback
}

interface LazyViewProps {
  view: View
  isReady: boolean
  previousName: RefObject<string>
  placeholder: ReactNode
}

function LazyView({ view: { name, title, content }, isReady, previousName, placeholder }: LazyViewProps) {
  const site = useStore($site)
  const loaded = useLazyComponent(content)
  const isShown = isReady && loaded !== null
  // Before the effects of the view: an item whose name is already there has a title of its own.
  useLayoutEffect(() => {
    if (isShown) setPageTitle(t(title), site)
  }, [isShown, title, site])
  if (!isShown) return placeholder
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
    loadStrings('credentials'),
  ])
  return SecondFactorGate
})
const noProps = {}

interface ViewOutletProps {
  view: View
  initialContent?: ReactNode
}

export function ViewOutlet({ view, initialContent }: ViewOutletProps) {
  const { name, title } = view
  const isPublic = !requiresAccount(view.path)
  const siteState = useStore($siteStatus, { ssr: 'initial' })
  const profile = useStore($profileStatus, { ssr: 'initial' })
  const isSignedIn = useStore($isSignedIn, { ssr: () => false })
  const isFactorNeeded = useStore($isSecondFactorNeeded, { ssr: () => false })
  const hydrated = useHydrated()
  const previousName = useRef(findView($path.get())?.name ?? name)
  const viewPlaceholder = <ViewPlaceholder title={title} />
  const placeholder = initialContent ? (
    <InitialContent content={initialContent} fallback={viewPlaceholder} />
  ) : (
    viewPlaceholder
  )
  const hasAnswers = useFirstAnswers(profile !== 'loading' && (profile !== 'none' || !isSignedIn))
  const isReady = hydrated && siteState !== 'loading' && (isSignedIn || isPublic) && hasAnswers
  if (siteState === 'failed')
    return (
      <ViewFailure title={title} text={t('common:siteFailed')} onRetry={() => loadSite({ required: true })} />
    )
  if (isReady && profile === 'failed')
    return <ViewFailure title={title} text={t('common:profileFailed')} onRetry={loadProfile} />
  if (isFactorNeeded && !isPublic) return <Lazy component={lazySecondFactorGate} props={noProps} />
  return (
    <ErrorBoundary
      key={name}
      fallback={() => (
        <ViewFailure title={title} text={t('common:broken')} onRetry={() => location.reload()} />
      )}
    >
      <LazyView view={view} isReady={isReady} previousName={previousName} placeholder={placeholder} />
    </ErrorBoundary>
  )
}

const ViewPlaceholder = ({ title }: Pick<View, 'title'>) => <h1>{t(title)}</h1>

interface ViewFailureProps extends Pick<View, 'title'> {
  text: string
  onRetry: () => void
}

function ViewFailure({ title, text, onRetry }: ViewFailureProps) {
  return (
    <>
      <ViewPlaceholder title={title} />
      <Message failed title={t('common:failed')} text={text}>
        <Button kind="primary" onClick={onRetry}>
          {t('common:retry')}
        </Button>
      </Message>
    </>
  )
}
