import { readMusic } from '#contract/portal/musics.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { timeKeys } from '#contract/reports/reports.ts'
import { readTrackReport } from '#contract/reports/track-report.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readMusic, { aliases: { music: '*' } }),
  request(readTrackReport, { params: [...timeKeys, 'member'], aliases: { music: '*' } }),
  request(readDashboard, { params: [...timeKeys, 'member'] }),
]
