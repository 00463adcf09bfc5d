// @module-tag property
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MemberLine } from '#server/settlement/payout-shares/member-file/member-file.ts'
import {
  type ImportContext,
  type PlannedLine,
  planImport,
} from '#server/settlement/payout-shares/member-file/plan.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'

const today = '2026-04-09'
const network = 1
/** Registrations: free, of another member until a day, with shares, of another member now. */
const earnsFrom = '2026-02-05'
const assignments = {
  11: [],
  12: [{ member: 90, from: earnsFrom, until: '2026-03-15' }],
  13: [],
  14: [{ member: 90, from: '2026-03-01', until: null }],
}
const names = { '@free': 11, '@left': 12, '@shared': 13, '@taken': 14 }

const createContext = (givesRoles: boolean, firstOpenDay: string | null): ImportContext => ({
  networkId: network,
  givesRoles,
  isReserved: (nickname) => nickname === 'admin',
  accounts: new Map([
    ['here@a.test', { id: 90, networkId: network, nickname: 'Here', roles: ['member'], fees: [] }],
    ['away@a.test', { id: 91, networkId: 2, nickname: 'Away', roles: ['member'], fees: [] }],
  ]),
  channels: new Map(Object.entries(names)),
  days: new Map(
    Object.entries(assignments).map(([id, own]) => [Number(id), { earnsFrom, assignments: own }]),
  ),
  sets: new Map([[13, [{ fromDay: '2026-03-20', permilles: new Map([[90, 500]]) }]]]),
  defaultFee: { fromDay: firstOpenDay ?? '2005-04-23', permille: 100 },
  today,
  firstOpenDay,
})

const line = fc.record({
  email: fc.constantFrom('a@a.test', 'b@a.test', 'c@a.test', 'here@a.test', 'away@a.test'),
  nickname: fc.constantFrom('Kim', 'Here', 'admin'),
  roles: fc.constantFrom<MemberLine['roles']>(['member'], ['member'], ['reader'], ['reader', 'member']),
  permille: fc.constantFrom(null, 100, 200),
  from: fc.constantFrom(undefined, '2026-02-28', '2026-03-10', '2026-03-25', '2026-05-01'),
  channels: fc.subarray(['@free', '@left', '@shared', '@taken', '@nobody'], { maxLength: 2 }),
})
const lines = fc
  .array(line, { maxLength: 6 })
  .map((drawn): MemberLine[] => drawn.map((one, at) => ({ ...one, line: at + 2 })))

/** Whether a line is refused, as a person would decide it, line by line. */
function isRefused(one: MemberLine, before: readonly MemberLine[], context: ImportContext): boolean {
  const { email, nickname, roles, permille, from, channels } = one
  const { firstOpenDay, givesRoles } = context
  if (before.some((other) => other.email === email) || email === 'away@a.test') return true
  if (channels.some((name) => name === '@nobody' || before.some((other) => other.channels.includes(name))))
    return true
  if (email === 'here@a.test') return false
  if (nickname === 'admin' || (roles.includes('reader') && !givesRoles)) return true
  const hasMoney = permille !== null || channels.length > 0
  if (hasMoney && !roles.includes('member')) return true
  const isClosed = from !== undefined && firstOpenDay !== null && from < firstOpenDay
  // New members have no fee before the first open day, so that any rate would change a closed one.
  if (isClosed && (channels.length > 0 || permille !== null)) return true
  if (channels.length > 0 && from !== undefined && from > today) return true
  return channels.some((name) => {
    if (name === '@taken') return true
    if (name === '@left') return (from ?? today) < '2026-03-15'
    // Shares begin on 20 March; without a day, the first assignment begins with the channel.
    return name === '@shared' && (from ?? firstOpenDay ?? earnsFrom) < '2026-03-20'
  })
}

test('a plan decides each line as a person would, and touches nothing that is there', () => {
  fc.assert(
    fc.property(
      lines,
      fc.boolean(),
      fc.constantFrom(null, '2026-03-01'),
      (file, givesRoles, firstOpenDay) => {
        const context = createContext(givesRoles, firstOpenDay)
        const plan = planImport({ lines: file, problems: [], unread: [] }, context)
        expect(plan.lines.map((one) => one.line)).toEqual(file.map((one) => one.line))
        for (const [at, one] of file.entries())
          expect([one, plan.lines[at]?.outcome === 'refused']).toEqual([
            one,
            isRefused(one, file.slice(0, at), context),
          ])
        expect(new Set(plan.problems.map((problem) => problem.line))).toEqual(
          new Set(plan.lines.filter(({ outcome }) => outcome === 'refused').map((one) => one.line)),
        )
        const created = plan.lines.filter(({ outcome }) => outcome === 'created')
        expect(created.every(({ email }) => !context.accounts.has(email))).toBe(true)
        expectOneOwner(created)
      },
    ),
    { numRuns: propertyRuns(300) },
  )
})

/** A channel goes to one person of the file, who gets the whole of it where it has shares already. */
function expectOneOwner(created: readonly PlannedLine[]): void {
  const given = created.flatMap(({ channels }) => channels)
  expect(new Set(given).size).toBe(given.length)
  for (const { channels, shares } of created)
    expect(shares.map(({ id }) => id)).toEqual(channels.filter((id) => id === 13))
}
