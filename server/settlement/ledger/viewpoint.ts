import type { RoleSnapshot } from '#server/platform/auth/roles.ts'
import { getViewpoint, type Viewpoint } from '#server/platform/auth/viewpoint.ts'

/** In whose name somebody reads money. */
export const getMoneyViewpoint = (account: RoleSnapshot): Viewpoint => getViewpoint(account, 'money.read')

/** Whose money somebody decides about: what a payout account is, and when to ask for a payment. */
export const getDecisionViewpoint = (account: RoleSnapshot): Viewpoint =>
  getViewpoint(account, 'money.change')
