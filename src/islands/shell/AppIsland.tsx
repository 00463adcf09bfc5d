import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { Island } from '#islands/ui/Island.tsx'
import { useHydrated } from '#islands/ui/use-hydrated.ts'
import { watchPublishedBuild } from '#lib/navigation/build-version.ts'
import { $params, $path } from '#lib/navigation/router.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { AppShell } from './AppShell.tsx'
import { preloadWhenIdle } from './idle-preload.ts'
import { Lazy } from './Lazy.tsx'
import { ViewOutlet } from './ViewOutlet.tsx'
import { findView, type ViewName, views } from './views.ts'

const noParams = {}
const noProps = {}
const lazyNavigationDrawer = lazyComponent(
  async () => (await import('./NavigationDrawer.tsx')).NavigationDrawer,
)
const lazyLogoutDialog = lazyComponent(async () => (await import('./LogoutDialog.tsx')).LogoutDialog)

// The view is on its way before the frame around it has been hydrated.
if (!import.meta.env.SSR) void findView($path.get())?.component.load()

function useCurrentView(initialName: ViewName) {
  const firstPath = views.find(({ name }) => name === initialName)?.path ?? '/'
  const path = useStore($path, { ssr: () => firstPath })
  return { path, view: findView(path) }
}

interface AppProps {
  /** The view that the page was built for. */
  first: ViewName
  /** What the page says before the view is there. */
  children?: ReactNode
}

function App({ first, children }: AppProps) {
  const { path, view } = useCurrentView(first)
  const params = useStore($params, { ssr: () => noParams })
  const hydrated = useHydrated()
  if (!view) return null
  return (
    <>
      <AppShell here={view.place} path={path}>
        <ViewOutlet view={view} initialContent={view.name === first ? children : undefined} />
      </AppShell>
      {hydrated && params.menu && (
        <Lazy component={lazyNavigationDrawer} props={{ here: view.place, path }} />
      )}
      {hydrated && params.logout && <Lazy component={lazyLogoutDialog} props={noProps} />}
    </>
  )
}

/** Everything behind the sign-in: the frame, and in it the view that the address names. */
export function AppIsland(props: AppProps) {
  useEffect(watchPublishedBuild, [])
  useEffect(
    () =>
      preloadWhenIdle([lazyNavigationDrawer, lazyLogoutDialog, ...views.map(({ component }) => component)]),
    [],
  )
  return (
    <Island needsSite>
      <App {...props} />
    </Island>
  )
}
