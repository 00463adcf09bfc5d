import { listFavorites, listMoods, listPopularMusics } from '#contract/portal/musics.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(listPopularMusics, { values: { size: 10 } }),
  request(listMoods),
  request(listFavorites),
]
