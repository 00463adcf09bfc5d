import { listMails } from '#contract/operations/desk/mail.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(listMails, { params: ['state', 'search', 'kind', 'site', 'before', 'after'] }),
]
