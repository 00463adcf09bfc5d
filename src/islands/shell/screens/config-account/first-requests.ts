import { listSessions } from '#contract/people/account.ts'
import { readSecondFactors } from '#contract/people/second-factor.ts'
import { readPayday } from '#contract/settlement/payday.ts'
import { readPayee } from '#contract/settlement/payees.ts'
import { readBalance } from '#contract/settlement/statements.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(listSessions),
  request(readSecondFactors),
  request(readBalance),
  request(readPayee),
  request(readPayday),
]
