import { listReviews } from '#contract/channels/review-queue.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(listReviews, { params: ['state', 'site', 'network', 'competing', 'mine', 'search'] }),
]
