import { listSharedReports } from '#contract/portal/shared-reports.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(listSharedReports)]
