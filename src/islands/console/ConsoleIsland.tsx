import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { reloadOnLostParts } from '#lib/reload-once.ts'
import { $params, $path } from '#lib/router.ts'
import { useHydrated } from '#shared/hydrated.ts'
import { usePageStart } from '#shared/page-start.ts'
import { Snackbars } from '#shared/Snackbars.tsx'
import { Spinner } from '#shared/Spinner.tsx'
import { Frame } from './Frame.tsx'
import { Logout } from './Logout.tsx'
import { Menu } from './Menu.tsx'
import { Stage } from './Stage.tsx'
import { type ViewName, viewAt, views } from './views.ts'

const noParams = {}

function useView(first: ViewName) {
  const firstPath = views.find(({ name }) => name === first)?.path ?? '/'
  const path = useStore($path, { ssr: () => firstPath })
  return viewAt(path)
}

/** Everything behind the sign-in: the frame, and in it the view that the address names. */
export function ConsoleIsland({ first }: { first: ViewName }) {
  usePageStart({ needsSite: true })
  useEffect(reloadOnLostParts, [])
  const view = useView(first)
  const params = useStore($params, { ssr: () => noParams })
  const hydrated = useHydrated()
  if (!view) return null
  return (
    <>
      <Frame view={view.name}>
        <Stage view={view} />
      </Frame>
      {hydrated && params.menu && <Menu view={view.name} />}
      {hydrated && params.logout && <Logout />}
      <Snackbars />
      <Spinner />
    </>
  )
}
