import { listMoods, listMusics } from '#contract/portal/musics.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

const listParams = {
  params: ['category', 'mood', 'sort', 'page'],
  aliases: { search: 'q' },
} as const

export const firstRequests: readonly FirstRequest[] = [
  request(listMusics, { ...listParams, paths: ['/musics/all', '/musics/tags'] }),
  request(listMusics, { ...listParams, values: { shopping: '1' }, paths: ['/musics/shopping'] }),
  request(listMoods, { paths: ['/musics/tags'] }),
]
