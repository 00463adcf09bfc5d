import { isIPv6 } from 'node:net'

/** An IPv6 /64, which one customer typically holds; an IPv4 address. */
export function getIpNetwork(address: string): string {
  const ipv4 = getIpv4(address)
  return ipv4 ?? getIpv6Prefix(address, 4)
}

/** An IPv4 /24 or IPv6 /64: what one attacker commands without effort. */
export function getSharedNetwork(address: string): string {
  const ipv4 = getIpv4(address)
  return ipv4 ? getIpv4Prefix(ipv4) : getIpv6Prefix(address, 4)
}

/** An IPv4 /24 or IPv6 /48, the most that providers give to one customer. */
export function getWideNetwork(address: string): string {
  const ipv4 = getIpv4(address)
  return ipv4 ? getIpv4Prefix(ipv4) : getIpv6Prefix(address, 3)
}

function getIpv4(address: string): string | undefined {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped ?? (isIPv6(address) ? undefined : address)
}

const getIpv4Prefix = (ipv4: string) => ipv4.split('.').slice(0, 3).join('.')

/** `length`: groups of 16 bits. */
function getIpv6Prefix(address: string, length: number): string {
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, length)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
