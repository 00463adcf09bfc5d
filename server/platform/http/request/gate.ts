import type { CallLimit, Endpoint, Limit } from '#contract/platform/endpoint.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import { isRecentlyConfirmed } from '#server/platform/auth/sessions.ts'
import { getIpNetwork, getSharedNetwork, getWideNetwork } from '#server/platform/ip-network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Services } from './services.ts'

type Dependencies = Pick<Services, 'db' | 'now'>

/** Once per call: a file that is still being sent outlives the confirmation. @throws {Refusal} `confirmation_required` */
export async function requireConfirmation(
  { db, now }: Dependencies,
  { confirmation }: Pick<Endpoint, 'confirmation'>,
  { accountId, token }: { accountId: number; token: string },
): Promise<void> {
  if (confirmation !== 'recent') return
  if (!(await isRecentlyConfirmed(db, accountId, token, now()))) throw new Refusal('confirmation_required')
}

export const isCallLimit = (limit: Limit): limit is CallLimit => 'by' in limit

interface CallSubjects {
  address: string
  account: { id: number } | null
  partner: { id: number } | null
}

/** The limits that the endpoint declares, except those that only its handler can count. @throws {Refusal} `too_many` */
export async function enforceCallLimits(
  { db, now }: Dependencies,
  { name, limits }: Pick<Endpoint, 'name' | 'limits'>,
  { address, account, partner }: CallSubjects,
): Promise<void> {
  const subjects = {
    address: getIpNetwork(address),
    network: getSharedNetwork(address),
    'wide-network': getWideNetwork(address),
    account: account?.id,
    partner: partner?.id,
  }
  for (const limit of limits.filter(isCallLimit)) {
    const subject = subjects[limit.by]
    if (subject === undefined)
      throw new TypeError(`${name} is called without what its limit counts: ${limit.by}.`)
    await enforceRateLimit(db, limit.name, String(subject), now())
  }
}
