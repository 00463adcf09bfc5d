import { readDeskNotices } from '#contract/portal/desk/notices.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readDeskNotices, { params: ['site', 'state', 'page'] }),
]
