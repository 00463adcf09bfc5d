import { listManualEntries, readPayments } from '#contract/settlement/payments.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(readPayments), request(listManualEntries)]
