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
import { ConfirmationOutlet } from './ConfirmationOutlet.tsx'
import { preloadOnIntent, preloadWhenIdle } from './preload.ts'
import { type Area, enterArea } from './screens/area.ts'
import { listenForShortcuts } from './shortcuts/shortcut-listener.ts'
import { ViewOutlet } from './ViewOutlet.tsx'

/** A page contains the content for its own path and, as a shell, for the paths below it. */
const isServedBy = (page: string, path: string) => path === page || findShell(path) === page

const noParams = {}
const noProps = {}
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

export interface AppProps {
  /** The path of the prerendered view, without the language. */
  initialPath: string
  children?: ReactNode
}

function App({ area: { findView, Shell, drawer }, initialPath, children }: AppProps & { area: Area }) {
  const path = useStore($path, { ssr: () => initialPath })
  const view = findView(path)
  const params = useStore($params, { ssr: () => noParams })
  const hydrated = useHydrated()
  const current = view?.navigationName ?? ''
  return (
    <>
      <Shell current={current} path={path}>
        {view ? (
          <ViewOutlet view={view} initialContent={isServedBy(initialPath, path) ? children : undefined} />
        ) : (
          <Lazy component={lazyNotFound} props={noProps} />
        )}
      </Shell>
      {hydrated && params.menu && <Lazy component={drawer} props={{ current, path }} />}
      {hydrated && params.shortcuts && <Lazy component={lazyShortcutsDialog} props={noProps} />}
      {hydrated && params.leave && <Lazy component={lazyStopImpersonation} props={noProps} />}
      {hydrated && params.logout && <Lazy component={lazyLogoutDialog} props={noProps} />}
      <ConfirmationOutlet />
    </>
  )
}

/** What the islands of both areas have in common. */
export function AreaApp({ area, ...props }: AppProps & { area: Area }) {
  enterArea(area)
  useEffect(watchPublishedBuild, [])
  useEffect(listenForShortcuts, [])
  useEffect(watchTyping, [])
  useEffect(
    () => preloadWhenIdle([area.drawer, lazyLogoutDialog, ...area.likelyViews.map(({ content }) => content)]),
    [area],
  )
  useEffect(preloadOnIntent, [])
  return (
    <Island needsSite>
      <App area={area} {...props} />
    </Island>
  )
}
