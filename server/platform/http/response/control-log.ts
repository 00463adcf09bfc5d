import { getIpNetwork } from '#server/platform/ip-network.ts'
import type { Log } from '#server/platform/log.ts'
import { type AddressDetail, formatAddress } from '#server/platform/log-address.ts'
import type { Refusal } from '#server/platform/refusal.ts'

const windowMs = 10 * 60_000
const maxNetworks = 1_000

interface RefusedCall {
  requestId: string
  path: string
  address: string
  accountId: number | undefined
}

export type ReportControl = (refusal: Refusal, call: RefusedCall) => void

/**
 * Warns that a security control has refused a call: the first one of each control and network in ten minutes, so that an
 * attack is seen and does not fill the log. Beyond a thousand networks, once for all others.
 */
export function createControlLog(log: Log, now: () => Date, addressDetail: AddressDetail): ReportControl {
  let windowStart = 0
  const reported = new Set<string>()
  return ({ control }, { address, ...call }) => {
    if (control === undefined) return
    const start = Math.floor(now().getTime() / windowMs)
    if (start !== windowStart) reported.clear()
    windowStart = start
    const network = reported.size < maxNetworks ? getIpNetwork(address) : 'others'
    const key = `${control} ${network}`
    if (reported.has(key)) return
    reported.add(key)
    log.warn(
      { control, ...call, address: formatAddress(address, addressDetail) },
      'call refused by a control',
    )
  }
}
