import { readDeskReports } from '#contract/reports/desk/calendar.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(readDeskReports, { params: ['to', 'days'] })]
