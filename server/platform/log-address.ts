import { isIP, isIPv6 } from 'node:net'
import { getIpNetwork } from './ip-network.ts'

export type AddressDetail = 'full' | 'network' | 'none'

/** `network`: the /24 of an IPv4 address or the /64 of an IPv6 address, which identifies no person. */
export function formatAddress(address: string, detail: AddressDetail): string | undefined {
  if (detail === 'none') return undefined
  if (!isIP(address)) return 'unknown'
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mappedIpv4 ?? address
  if (detail === 'full') return plain
  return isIPv6(plain) ? `${getIpNetwork(plain)}::/64` : plain.replace(/\d+$/, '0/24')
}
