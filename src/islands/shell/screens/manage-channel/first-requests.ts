import { listChannels } from '#contract/channels/channels.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(listChannels, { params: ['search', 'state', 'member', 'sort', 'order', 'page'] }),
]
