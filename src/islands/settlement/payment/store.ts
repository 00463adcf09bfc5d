import { readPaymentInfo } from '#contract/settlement/payment-info.ts'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

export const contacts = createQuery($callerKey, readPaymentInfo, () => ({}))
