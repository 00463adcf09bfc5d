import { readChannelCard } from '#contract/operations/desk/channel-card.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(readChannelCard, { params: ['id'] })]
