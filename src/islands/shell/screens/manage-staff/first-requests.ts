import { readStaff } from '#contract/people/membership/staff.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(readStaff)]
