import type { Screen } from '#islands/kit/screen/manifest.ts'
import { screen as musics } from '#islands/portal/musics/screen.ts'

export const screen: Screen = {
  name: 'musics-lists',
  paths: ['/musics/all', '/musics/tags', '/musics/shopping'],
  parent: 'musics',
  audience: 'account',
  namespaces: musics.namespaces,
  load: async () => (await import('#islands/portal/musics/MusicsView.tsx')).MusicsView,
  dialogs: musics.dialogs,
}
