import { computed } from 'nanostores'
import {
  confirmSitePayee,
  readSitePayee,
  readWaitingPayees,
} from '#contract/settlement/desk/waiting-payees.ts'
import type { PayeeReview } from '#islands/settlement/payee/PayeeReviewDialog.tsx'
import { call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'

const $key = computed([$caller, may('desk.read')], (caller, readsDesk) =>
  caller !== null && readsDesk ? { caller } : null,
)

export const waitingPayees = createQuery($key, readWaitingPayees, () => ({}))

export const siteReview: PayeeReview = {
  read: (target) => call(readSitePayee, { body: { target } }),
  confirm: (target, version) => call(confirmSitePayee, { body: { target, version } }),
  isOfNetwork: false,
}
