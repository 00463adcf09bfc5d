import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { findShell } from '#contract/portal/hosting.ts'
import { useHydrated } from '#islands/kit/hooks/use-hydrated.ts'
import { Island } from '#islands/kit/island/Island.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { watchPublishedBuild } from '#lib/navigation/build-version.ts'
import { $params, $path } from '#lib/navigation/router.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { watchTyping } from '#lib/page/root-marks.ts'
import { AppShell } from './AppShell.tsx'
import { ConfirmationOutlet } from './ConfirmationOutlet.tsx'
import { likelyViews, preloadOnIntent, preloadWhenIdle, startWhenIdle } from './preload.ts'
import { findView } from './screens/screens.ts'
import { listenForShortcuts } from './shortcuts/shortcut-listener.ts'
import { ViewOutlet } from './ViewOutlet.tsx'

/** A page contains the content for its own path and, as a shell, for the paths below it. */
const isServedBy = (page: string, path: string) => path === page || findShell(path) === page

const noParams = {}
const noProps = {}
const lazyNavigationDrawer = lazyComponent(
  async () => (await import('./navigation/NavigationDrawer.tsx')).NavigationDrawer,
)
const lazyShortcutsDialog = lazyComponent(async () => {
  const [{ ShortcutsDialog }] = await Promise.all([
    import('./shortcuts/ShortcutsDialog.tsx'),
    loadStrings('shortcuts'),
  ])
  return ShortcutsDialog
})
const lazyNotFound = lazyComponent(async () => {
  const [{ NotFound }] = await Promise.all([import('./NotFound.tsx'), loadStrings('errors')])
  return NotFound
})
const lazyLogoutDialog = lazyComponent(
  async () => (await import('./navigation/LogoutDialog.tsx')).LogoutDialog,
)

const lazyStopImpersonation = lazyComponent(
  async () => (await import('#islands/people/impersonation/StopImpersonation.tsx')).StopImpersonation,
)

const likelyComponents = [
  lazyNavigationDrawer,
  lazyLogoutDialog,
  ...likelyViews.map(({ content }) => content),
]

if (!import.meta.env.SSR) void findView($path.get())?.content.load()

interface AppProps {
  /** The path of the prerendered view, without the language. */
  initialPath: string
  children?: ReactNode
}

function App({ initialPath, children }: AppProps) {
  const path = useStore($path, { ssr: () => initialPath })
  const view = findView(path)
  const params = useStore($params, { ssr: () => noParams })
  const hydrated = useHydrated()
  const current = view?.navigationName ?? ''
  return (
    <>
      <AppShell current={current} path={path}>
        {view ? (
          <ViewOutlet view={view} initialContent={isServedBy(initialPath, path) ? children : undefined} />
        ) : (
          <Lazy component={lazyNotFound} props={noProps} />
        )}
      </AppShell>
      {hydrated && params.menu && <Lazy component={lazyNavigationDrawer} props={{ current, path }} />}
      {hydrated && params.shortcuts && <Lazy component={lazyShortcutsDialog} props={noProps} />}
      {hydrated && params.leave && <Lazy component={lazyStopImpersonation} props={noProps} />}
      {hydrated && params.logout && <Lazy component={lazyLogoutDialog} props={noProps} />}
      <ConfirmationOutlet />
    </>
  )
}

export function AppIsland(props: AppProps) {
  useEffect(watchPublishedBuild, [])
  useEffect(listenForShortcuts, [])
  useEffect(watchTyping, [])
  useEffect(() => preloadWhenIdle(likelyComponents), [])
  useEffect(preloadOnIntent, [])
  useEffect(() => startWhenIdle(async () => (await import('./account-list.ts')).watchAccountList()), [])
  return (
    <Island needsSite>
      <App {...props} />
    </Island>
  )
}
