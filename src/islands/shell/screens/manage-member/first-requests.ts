import { listMembers } from '#contract/people/members.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(listMembers, {
    values: { figures: 'month' },
    params: ['search', 'state', 'sort', 'order', 'month', 'page'],
  }),
]
