import type { ImportOutcome, MemberDifference } from '#contract/people/membership/member-import.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import { isStaff, type NetworkRole } from '#contract/platform/roles.ts'
import { planAssignments, type selectRegistrationDays } from '#server/channels/lifecycle/assignment-days.ts'
import { planFees } from '#server/people/fees/plan.ts'
import type { StoredFee } from '#server/people/fees/queries.ts'
import type { LineProblem } from '#server/platform/files/line-problems.ts'
import type { ShareSet } from '#server/settlement/payout-shares/payout-shares.ts'
import type { MemberFile, MemberLine } from './member-file.ts'

export interface ExistingAccount {
  id: number
  networkId: number
  nickname: string
  roles: readonly NetworkRole[]
  /** In the order of days. */
  fees: readonly StoredFee[]
}

export interface ImportContext {
  networkId: number
  /** Roles other than `member`. */
  givesRoles: boolean
  isReserved: (nickname: string) => boolean
  /** Of the site, by address. */
  accounts: ReadonlyMap<string, ExistingAccount>
  /** Registrations of the network, by their names in the file. */
  channels: ReadonlyMap<string, number>
  days: Awaited<ReturnType<typeof selectRegistrationDays>>
  sets: ReadonlyMap<number, readonly ShareSet[]>
  /** What new members start with; null: no fee. */
  defaultFee: Pick<StoredFee, 'fromDay' | 'permille'> | null
  today: string
  /** Null: no month is closed. */
  firstOpenDay: string | null
}

export interface PlannedLine extends Pick<MemberLine, 'line' | 'email' | 'nickname'> {
  roles: readonly NetworkRole[]
  outcome: ImportOutcome
  permille: number | null
  /** Of the fee. */
  fromDay: string | null
  /** Registrations. */
  channels: number[]
  /** First day of the assignments, if the line names one. */
  day: string | undefined
  /** The whole of a channel that has shares already. */
  shares: { id: number; fromDay: string }[]
  differences: MemberDifference[]
  problem: FieldCode | null
}

export interface ImportPlan {
  /** In the order of the file. */
  lines: PlannedLine[]
  problems: LineProblem[]
}

type Report = (column: string, code: FieldCode) => void

/**
 * Decides what becomes of each line. An account that exists stays as it is: its differences are named. A new member gets the
 * channels of the line alone, from its day on.
 */
export function planImport({ lines, problems, unread }: MemberFile, context: ImportContext): ImportPlan {
  const emails = new Set<string>()
  const taken = new Set<number>()
  const found: LineProblem[] = [...problems]
  const planned = lines.map((line): PlannedLine => {
    const own: LineProblem[] = []
    const report: Report = (column, code) => own.push({ line: line.line, column, code })
    if (emails.has(line.email)) report('email', 'email_repeated')
    emails.add(line.email)
    const channels = resolveChannels(line, context, taken, report)
    const account = context.accounts.get(line.email)
    const plan = account
      ? planExisting(line, account, channels, context, report)
      : planNew(line, channels, context, report)
    found.push(...own)
    return own[0] ? { ...plan, outcome: 'refused', problem: own[0].code } : plan
  })
  const refused = unread.map(
    (line): PlannedLine => ({
      ...line,
      ...nothing,
      outcome: 'refused',
      roles: [],
      problem: problems.find((problem) => problem.line === line.line)?.code ?? 'line_invalid',
    }),
  )
  return {
    lines: [...planned, ...refused].sort((a, b) => a.line - b.line),
    problems: found.sort((a, b) => a.line - b.line),
  }
}

const nothing = {
  permille: null,
  fromDay: null,
  channels: [] as number[],
  day: undefined,
  shares: [],
  differences: [] as MemberDifference[],
  problem: null,
}

function resolveChannels(
  { channels: names }: MemberLine,
  { channels }: ImportContext,
  taken: Set<number>,
  report: Report,
): number[] {
  const ids = new Set<number>()
  for (const name of names) {
    const id = channels.get(name)
    if (id === undefined) report('channels', 'channel_unregistered')
    else if (taken.has(id)) report('channels', 'channel_repeated')
    else ids.add(id)
  }
  for (const id of ids) taken.add(id)
  return [...ids]
}

function planExisting(
  { line, email, nickname, roles, permille, from }: MemberLine,
  account: ExistingAccount,
  channels: readonly number[],
  { networkId, days, today }: ImportContext,
  report: Report,
): PlannedLine {
  if (account.networkId !== networkId) report('email', 'email_elsewhere')
  const rate = account.fees.findLast(({ fromDay }) => fromDay <= (from ?? today))?.permille ?? 0
  const hasAll = channels.every((id) =>
    days.get(id)?.assignments.some(({ member, until }) => member === account.id && until === null),
  )
  const differences: [MemberDifference, boolean][] = [
    ['nickname', nickname !== account.nickname],
    ['role', !isSameRoles(roles, account.roles)],
    ['fee', permille !== null && permille !== rate],
    ['channels', !hasAll],
  ]
  return {
    ...nothing,
    line,
    email,
    nickname,
    roles,
    outcome: 'exists',
    differences: differences.flatMap(([difference, isSo]) => (isSo ? [difference] : [])),
  }
}

const isSameRoles = (one: readonly NetworkRole[], other: readonly NetworkRole[]) =>
  one.length === other.length && one.every((role) => other.includes(role))

function planNew(
  { line, email, nickname, roles, permille, from }: MemberLine,
  channels: readonly number[],
  context: ImportContext,
  report: Report,
): PlannedLine {
  const { isReserved, givesRoles, defaultFee, today, firstOpenDay } = context
  if (isReserved(nickname)) report('nickname', 'nickname_reserved')
  if (isStaff({ roles }) && !givesRoles) report('role', 'role_forbidden')
  if (!roles.includes('member') && (permille !== null || channels.length > 0)) report('role', 'member_only')
  // Stands for the account that is created later.
  const member = -line
  let fromDay: string | null = null
  if (permille !== null) {
    const existing = new Map([[member, defaultFee ? [{ ...defaultFee, member, isDefault: true }] : []]])
    const fees = planFees([{ member, permille, from }], existing, { today, firstOpenDay })
    for (const code of fees.problems.values()) report('from', code)
    fromDay = fees.changes[0]?.fromDay ?? null
  }
  const shares = channels.flatMap((id) => planChannel({ id, member, day: from }, context, report))
  return {
    ...nothing,
    line,
    email,
    nickname,
    roles,
    outcome: 'created',
    permille,
    fromDay,
    channels: [...channels],
    day: from,
    shares,
  }
}

/** @returns the shares that the member needs to have the channel alone */
function planChannel(
  pair: { id: number; member: number; day: string | undefined },
  { days, sets, today, firstOpenDay }: ImportContext,
  report: Report,
): { id: number; fromDay: string }[] {
  const { id } = pair
  const { changes, problems } = planAssignments('assign', [pair], days, { today, firstOpenDay })
  for (const code of problems.values()) report('from', code)
  const [change] = changes
  if (!change) return []
  const start = firstOpenDay !== null && change.from < firstOpenDay ? firstOpenDay : change.from
  const own = sets.get(id) ?? []
  const isTaken =
    days.get(id)?.assignments.some(({ until }) => until === null || until > change.from) ||
    own.some(({ fromDay }) => fromDay > start)
  if (isTaken) report('channels', 'channel_assigned')
  return own.length > 0 ? [{ id, fromDay: start }] : []
}
