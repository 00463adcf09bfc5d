import { readPayday } from '#contract/settlement/payday.ts'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

/** The caller's own. */
export const ownPayday = createQuery($callerKey, readPayday, () => ({}))
