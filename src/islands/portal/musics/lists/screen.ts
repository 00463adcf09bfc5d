import { listMoods, listMusics } from '#contract/portal/musics.ts'
import { type FirstLoad, request, type Screen } from '#islands/kit/screen/manifest.ts'
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

const listParams = {
  params: ['category', 'mood', 'sort', 'page'],
  aliases: { search: 'q' },
} as const

export const firstLoad = (): FirstLoad => ({
  requests: [
    request(listMusics, { ...listParams, paths: ['/musics/all', '/musics/tags'] }),
    request(listMusics, { ...listParams, values: { shopping: '1' }, paths: ['/musics/shopping'] }),
    request(listMoods, { paths: ['/musics/tags'] }),
  ],
})
