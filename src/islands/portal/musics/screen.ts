import type { Screen } from '#islands/kit/screen/manifest.ts'
import { ranksDialog } from './home/ranks-dialog.ts'

export const screen: Screen = {
  name: 'musics',
  navigation: {
    group: 'use',
    order: 1,
    icon: 'M7.5 14.5V4.5l8-1.5v9.5M7.5 14.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM15.5 12.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  },
  audience: 'all',
  namespaces: ['musics', 'isrc'],
  load: async () => (await import('./MusicsView.tsx')).MusicsView,
  dialogs: { ranks: ranksDialog },
}
