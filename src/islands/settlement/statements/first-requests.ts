import { readPayday } from '#contract/settlement/payday.ts'
import { readStatements } from '#contract/settlement/statements.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readStatements, { params: ['member'] }),
  request(readPayday, { params: ['member'] }),
]
