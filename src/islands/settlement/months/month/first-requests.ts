import { readMonth, readMonths } from '#contract/settlement/months.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readMonths),
  request(readMonth, { aliases: { month: '*', krwMicros: 'rate' } }),
]
