import { readHealth } from '#contract/operations/desk/health.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(readHealth)]
