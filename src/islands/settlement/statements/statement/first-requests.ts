import { readStatement } from '#contract/settlement/statement-detail.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(readStatement, { aliases: { id: '*' } })]
