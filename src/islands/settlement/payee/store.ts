import { readPayee } from '#contract/settlement/payees.ts'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

/** The payout account of the account itself. */
export const ownPayee = createQuery($callerKey, readPayee, () => ({}))
