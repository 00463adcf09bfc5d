import { readPaymentInfo } from '#contract/payment-info.ts'
import { createQuery } from '#lib/api/query.ts'
import { $scopeKey } from '#lib/api/scope.ts'

/** Who pays, and whom to ask about a settlement. */
export const contacts = createQuery($scopeKey, readPaymentInfo, () => ({}))
