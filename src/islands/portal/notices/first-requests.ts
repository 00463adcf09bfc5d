import { listNotices } from '#contract/portal/notices.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(listNotices, { params: ['page'] })]
