import { dialogFlags } from 'virtual:desk-screens'
import { type AppProps, AreaApp } from '#islands/shell/AreaApp.tsx'
import type { Area } from '#islands/shell/screens/area.ts'
import { deskViews, findDeskView } from '#islands/shell/screens/desk-screens.ts'
import { setLocaleFiles } from '#lib/i18n/load-strings.ts'
import { setDialogFlags } from '#lib/navigation/dialog-flags.ts'
import { $path } from '#lib/navigation/router.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { DeskShell } from './DeskShell.tsx'

const desk: Area = {
  findView: findDeskView,
  Shell: DeskShell,
  drawer: lazyComponent(async () => (await import('./DeskDrawer.tsx')).DeskDrawer),
  likelyViews: deskViews.filter(({ path }) => ['/desk', '/desk/review'].includes(path)),
}

if (!import.meta.env.SSR) {
  setDialogFlags(dialogFlags)
  setLocaleFiles(() => import('virtual:desk-locale-files'))
  void findDeskView($path.get())?.content.load()
}

/** The desk of operators and auditors: an area with a frame of its own. */
export const DeskIsland = (props: AppProps) => <AreaApp area={desk} {...props} />
