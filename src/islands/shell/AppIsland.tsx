import { useEffect } from 'react'
import { $path } from '#lib/navigation/router.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { AppShell } from './AppShell.tsx'
import { type AppProps, AreaApp } from './AreaApp.tsx'
import { likelyViews, startWhenIdle } from './preload.ts'
import type { Area } from './screens/area.ts'
import { findPortalView } from './screens/screens.ts'

if (!import.meta.env.SSR) void findPortalView($path.get())?.content.load()

const portal: Area = {
  findView: findPortalView,
  Shell: AppShell,
  drawer: lazyComponent(async () => (await import('./navigation/NavigationDrawer.tsx')).NavigationDrawer),
  likelyViews,
}

export function AppIsland(props: AppProps) {
  useEffect(() => startWhenIdle(async () => (await import('./account-list.ts')).watchAccountList()), [])
  return <AreaApp area={portal} {...props} />
}
