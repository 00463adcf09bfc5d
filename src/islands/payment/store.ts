import { computed } from 'nanostores'
import { readPaymentInfo } from '#contract/payment-info.ts'
import { createQuery } from '#lib/api/query.ts'
import { $token, $user } from '#lib/api/session.ts'
import { $site } from '#lib/site/site.ts'

/** Who is asking, on which site; null until both are known. */
const $contactsQuery = computed([$token, $user, $site], (token, user, site) =>
  token && user && site ? { scope: JSON.stringify([token, user.id, site.domain]) } : null,
)

/** Who pays, and whom to ask about a settlement. */
export const contacts = createQuery($contactsQuery, readPaymentInfo, () => ({}))
