import { listAuditLog } from '#contract/operations/desk/audit.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(listAuditLog, {
    params: ['person', 'actor', 'action', 'area', 'subject', 'site', 'readings', 'before', 'after'],
  }),
]
