// @module-tag property
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allocate,
  type ChannelDay,
  createParts,
  getFee,
  splitAmount,
} from '#server/settlement/payout-shares/allocation.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'

const amount = fc.integer({ min: -5_000_000_000, max: 50_000_000_000_000 })

const shares = fc
  .uniqueArray(
    fc.record({
      memberId: fc.integer({ min: 10, max: 14 }),
      sharePermille: fc.integer({ min: 0, max: 250 }),
      feePermille: fc.constantFrom(0, 1, 125, 200, 333, 1_000),
    }),
    { selector: ({ memberId }) => memberId, maxLength: 4 },
  )
  .map((drawn) => (drawn.length === 1 ? drawn.map((one) => ({ ...one, sharePermille: 1_000 })) : drawn))

const day: fc.Arbitrary<ChannelDay> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      bit: fc.constant(1),
      estimateMicros: fc.nat(9_000_000_000),
      networkId: fc.constantFrom(1, 2),
      shares,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      bit: fc.constant(1),
      estimateMicros: fc.nat(9_000),
      networkId: fc.constant(null),
      shares: fc.constant([]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      bit: fc.constant(1),
      estimateMicros: fc.constantFrom(0, -7),
      networkId: fc.constant(1),
      shares,
    }),
  },
)
const days = fc.array(day, { minLength: 28, maxLength: 31 })

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

describe('an amount', () => {
  test('is split exactly, each within a millionth of its proportion', () => {
    fc.assert(
      fc.property(
        amount,
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 17n }), { minLength: 1, maxLength: 9 }),
        (total, drawn) => {
          const weights = [1n, ...drawn]
          const split = splitAmount(total, weights)
          expect(sum(split)).toBe(total)
          const whole = weights.reduce((one, other) => one + other, 0n)
          for (const [at, weight] of weights.entries()) {
            const excess = BigInt(split[at] ?? 0) * whole - BigInt(total) * weight
            expect(excess < whole && excess > -whole).toBe(true)
          }
        },
      ),
      { numRuns: propertyRuns(300) },
    )
  })

  test('of remainders that are equal, goes to the first', () => {
    expect(splitAmount(2, [1n, 1n, 1n])).toEqual([1, 1, 0])
    expect(splitAmount(-2, [1n, 1n, 1n])).toEqual([-1, -1, -0])
    expect(splitAmount(10, [1n, 2n])).toEqual([3, 7])
    expect(() => splitAmount(1, [0n])).toThrow(RangeError)
  })

  test('has a fee that is rounded half away from zero', () => {
    expect([getFee(1_234_567, 200), getFee(5, 100), getFee(-5, 100), getFee(4, 100)]).toEqual([
      246_913, 1, -1, 0,
    ])
    expect(getFee(9_000_000_000_000_000, 999)).toBe(8_991_000_000_000_000)
  })
})

describe('the money of a channel', () => {
  test('is that of members, networks and nobody, to the millionth', () => {
    fc.assert(
      fc.property(days, fc.array(amount, { minLength: 1, maxLength: 9 }), (drawn, amounts) => {
        const parts = createParts(drawn)
        for (const one of amounts) {
          const allocations = allocate(one, parts)
          const nets = allocations.filter(({ part }) => part.memberId !== null)
          const own = allocations.filter(({ part }) => part.memberId === null && part.networkId !== null)
          const unallocated = allocations.filter(({ part }) => part.networkId === null)
          const fees = sum(nets.map(({ feeMicros }) => feeMicros))
          const net = sum(nets.map(({ micros, feeMicros }) => micros - feeMicros))
          const rest = sum([...own, ...unallocated].map(({ micros }) => micros))
          expect(net + fees + rest).toBe(one)
          for (const { part, feeMicros } of [...own, ...unallocated])
            expect([part.feePermille, feeMicros]).toEqual([0, 0])
        }
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  test('goes by day to who had it that day, weighted by the estimates', () => {
    const share = (memberId: number, sharePermille: number, feePermille: number) => ({
      memberId,
      sharePermille,
      feePermille,
    })
    // The example comes from docs/data.md.
    const parts = createParts([
      { bit: 1, estimateMicros: 30_000_000, networkId: 1, shares: [share(11, 1_000, 200)] },
      { bit: 2, estimateMicros: 50_000_000, networkId: 1, shares: [share(11, 600, 100), share(12, 300, 0)] },
      { bit: 4, estimateMicros: 20_000_000, networkId: 1, shares: [] },
    ])
    expect(
      allocate(110_000_000, parts).map(({ part, micros, feeMicros }) => [
        part.memberId,
        part.feePermille,
        micros,
        feeMicros,
      ]),
    ).toEqual([
      [11, 100, 33_000_000, 3_300_000],
      [11, 200, 33_000_000, 6_600_000],
      [12, 0, 16_500_000, 0],
      [null, 0, 27_500_000, 0],
    ])
  })

  test('without estimates is spread evenly', () => {
    const even = [11, 11, 12].map((memberId, at) => ({
      bit: 2 ** at,
      estimateMicros: 0,
      networkId: 1,
      shares: [{ memberId, sharePermille: 1_000, feePermille: 0 }],
    }))
    expect(allocate(-300, createParts(even)).map(({ micros }) => micros)).toEqual([-200, -100])
  })
})
