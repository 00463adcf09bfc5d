import { readMonthBoard } from '#contract/settlement/desk/month-board.ts'
import { readMonthClosing } from '#contract/settlement/month-closing.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readMonthBoard),
  request(readMonthClosing, { params: ['month'], aliases: { krwMicros: 'rate' } }),
]
