import { readPaymentInfo } from '#contract/settlement/payment-info.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(readPaymentInfo)]
