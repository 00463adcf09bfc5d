/** An account's share of each dollar of a channel's month. */
export interface Part {
  /** Null: no network has the channel, so that its money is unallocated. */
  networkId: number | null
  /** Null: the network itself. */
  memberId: number | null
  /** The network keeps this much of a member's part, in tenths of a percent. */
  feePermille: number
  weight: bigint
  /** Of a part without a network: its days of the month, a bit each, the first day 1. Null: unknown, or of a network. */
  days: number | null
}

export interface MemberShare {
  memberId: number
  /** In tenths of a percent; the shares of a day are at most 1,000 together. */
  sharePermille: number
  feePermille: number
}

/** A day of a channel, with its people. */
export interface ChannelDay {
  /** Stands for the day in `Part.days`. */
  bit: number
  /** Estimated gross revenue, in millionths of a dollar. */
  estimateMicros: number
  networkId: number | null
  shares: readonly MemberShare[]
}

const whole = 1_000

/** Weighs days by their estimated revenue, or equally where there is none. */
export function weighDays(days: readonly Pick<ChannelDay, 'estimateMicros'>[]): bigint[] {
  const weights = days.map(({ estimateMicros }) => BigInt(Math.max(0, estimateMicros)))
  return weights.some((weight) => weight > 0n) ? weights : weights.map(() => 1n)
}

/**
 * Spreads a channel's money over its days, and each day over its members by their shares; the rest is the network's. Parts of
 * the same people at the same fee rate are one.
 */
export function createParts(days: readonly ChannelDay[]): Part[] {
  const weights = weighDays(days)
  const parts = new Map<string, Part>()
  const add = ({ weight, days: ownDays, ...people }: Part) => {
    if (weight === 0n) return
    const key = `${people.networkId} ${people.memberId} ${people.feePermille}`
    const part = parts.get(key)
    if (!part) return void parts.set(key, { ...people, weight, days: ownDays })
    part.weight += weight
    if (part.days !== null) part.days |= ownDays ?? 0
  }
  for (const [at, { bit, networkId, shares }] of days.entries()) {
    const weight = weights[at] ?? 0n
    const assigned = shares.reduce((sum, { sharePermille }) => sum + sharePermille, 0)
    for (const { memberId, sharePermille, feePermille } of shares)
      add({ networkId, memberId, feePermille, weight: weight * BigInt(sharePermille), days: null })
    add({
      networkId,
      memberId: null,
      feePermille: 0,
      weight: weight * BigInt(whole - assigned),
      days: networkId === null ? bit : null,
    })
  }
  return [...parts.values()].sort(compareParts)
}

/** Members first, so that they get the remainder rather than the network. */
const compareParts = (a: Part, b: Part) =>
  orderId(a.networkId) - orderId(b.networkId) ||
  orderId(a.memberId) - orderId(b.memberId) ||
  a.feePermille - b.feePermille

const orderId = (id: number | null) => id ?? Number.MAX_SAFE_INTEGER

/** Largest remainder method: integers in proportion to the weights, which add up to the amount. Ties go to the first. */
export function splitAmount(amount: number, weights: readonly bigint[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  if (total <= 0n) throw new RangeError('There is no weight to split by.')
  const magnitude = BigInt(Math.abs(amount))
  const quotas = weights.map((weight, at) => {
    const product = magnitude * weight
    return { at, value: product / total, remainder: product % total }
  })
  const missing = magnitude - quotas.reduce((sum, { value }) => sum + value, 0n)
  const byRemainder = quotas.toSorted((a, b) =>
    a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1,
  )
  for (const quota of byRemainder.slice(0, Number(missing))) quota.value += 1n
  return quotas.map(({ value }) => (amount < 0 ? -Number(value) : Number(value)))
}

/** Rounded half away from zero, like `net_of_fee` of the database. */
export function getFee(amount: number, permille: number): number {
  const fee = Number((BigInt(Math.abs(amount)) * BigInt(permille) + BigInt(whole / 2)) / BigInt(whole))
  return amount < 0 ? -fee : fee
}

export interface Allocation {
  part: Part
  /** Excludes the fee. Both have the amount's sign. */
  micros: number
  feeMicros: number
}

/** Millionths of a dollar; they add up to the amount exactly. Parts of nothing are left out. */
export function allocate(amount: number, parts: readonly Part[]): Allocation[] {
  const split = splitAmount(
    amount,
    parts.map(({ weight }) => weight),
  )
  return parts
    .map((part, at) => {
      const micros = split[at] ?? 0
      return { part, micros, feeMicros: getFee(micros, part.feePermille) || 0 }
    })
    .filter(({ micros }) => micros !== 0)
}
