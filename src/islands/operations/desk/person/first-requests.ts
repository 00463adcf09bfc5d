import { readPersonCard } from '#contract/operations/desk/person-card.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(readPersonCard, { params: ['id'] })]
