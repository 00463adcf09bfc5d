import { readCatalog } from '#contract/portal/desk/music.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readCatalog, { params: ['search', 'state', 'mood', 'without', 'page'] }),
]
