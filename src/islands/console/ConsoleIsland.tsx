import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { part } from '#lib/part.ts'
import { watchRelease } from '#lib/release.ts'
import { $params, $path } from '#lib/router.ts'
import { useHydrated } from '#shared/hydrated.ts'
import { Island } from '#shared/Island.tsx'
import { Frame } from './Frame.tsx'
import { loadNeighbours } from './neighbours.ts'
import { OnDemand } from './OnDemand.tsx'
import { Stage } from './Stage.tsx'
import { type ViewName, viewAt, views } from './views.ts'

const noParams = {}
const none = {}
const menu = part(async () => (await import('./Menu.tsx')).Menu)
const logout = part(async () => (await import('./Logout.tsx')).Logout)

// The view is on its way before the frame around it has been hydrated.
if (!import.meta.env.SSR) void viewAt($path.get())?.Content.load()

function useView(first: ViewName) {
  const firstPath = views.find(({ name }) => name === first)?.path ?? '/'
  const path = useStore($path, { ssr: () => firstPath })
  return { path, view: viewAt(path) }
}

interface ConsoleProps {
  /** The view that the page was built for. */
  first: ViewName
  /** What the page says before the view is there. */
  children?: ReactNode
}

function Console({ first, children }: ConsoleProps) {
  const { path, view } = useView(first)
  const params = useStore($params, { ssr: () => noParams })
  const hydrated = useHydrated()
  if (!view) return null
  return (
    <>
      <Frame here={view.place} path={path}>
        <Stage view={view} first={view.name === first ? children : undefined} />
      </Frame>
      {hydrated && params.menu && <OnDemand of={menu} given={{ here: view.place, path }} />}
      {hydrated && params.logout && <OnDemand of={logout} given={none} />}
    </>
  )
}

/** Everything behind the sign-in: the frame, and in it the view that the address names. */
export function ConsoleIsland(props: ConsoleProps) {
  useEffect(watchRelease, [])
  useEffect(() => loadNeighbours([menu, logout, ...views.map(({ Content }) => Content)]), [])
  return (
    <Island needsSite>
      <Console {...props} />
    </Island>
  )
}
