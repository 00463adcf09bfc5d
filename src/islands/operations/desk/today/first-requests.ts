import { readToday } from '#contract/operations/desk/today.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(readToday)]
