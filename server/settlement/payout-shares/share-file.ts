import * as z from 'zod/mini'
import { parseChannelLink } from '#contract/channels/channel-link.ts'
import { Email } from '#contract/people/auth.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import { type ImportedShare, wholePermille } from '#contract/settlement/payout-shares.ts'
import { planAssignments, selectRegistrationDays } from '#server/channels/lifecycle/assignment-days.ts'
import { lockMembers, writePairs } from '#server/channels/lifecycle/bulk-assignments.ts'
import { lockRegistrations } from '#server/channels/registrations/registration-record.ts'
import type { Actor } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { parseCsvTable } from '#server/platform/files/csv-table.ts'
import { parseWrittenDay } from '#server/platform/files/day.ts'
import { parsePermille } from '#server/platform/files/decimal.ts'
import type { LineProblem } from '#server/platform/files/line-problems.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { isOpenDay, lockOpenDays } from '#server/reports/figures/open-days.ts'
import { isSameShares, type ShareSet, selectShareSets, setShares } from './payout-shares.ts'

interface ShareLine {
  line: number
  channel: string
  email: string
  permille: number | null
  from: string | undefined
}

export interface ShareFile {
  lines: ShareLine[]
  problems: LineProblem[]
}

/** `standard`: the day of lines without one. @throws {FileRefusal} when it is no such file */
export function parseShareFile(bytes: Uint8Array, standard?: string): ShareFile {
  const { rows, errors } = parseCsvTable(bytes, ['channel', 'member'], ['share', 'from'])
  const file: ShareFile = {
    lines: [],
    problems: errors.map(({ line, reason }) => ({ line, code: 'line_invalid', reason })),
  }
  for (const { line, cell } of rows) {
    const [channel = '', share = '', written = ''] = [cell('channel'), cell('share'), cell('from')]
    const email = z.safeParse(Email, cell('member') ?? '').data
    const permille = share === '' ? null : parsePermille(share)
    const from = written === '' ? standard : parseWrittenDay(written)
    const problems: [string, FieldCode | undefined][] = [
      ['channel', channel === '' ? 'channel_missing' : undefined],
      ['member', email === undefined ? 'email_invalid' : undefined],
      ['share', permille === undefined ? 'share_invalid' : undefined],
      ['from', written !== '' && from === undefined ? 'day_invalid' : undefined],
    ]
    const found = problems.flatMap(([column, code]) => (code === undefined ? [] : [{ line, column, code }]))
    file.problems.push(...found)
    if (found.length === 0 && email !== undefined && permille !== undefined)
      file.lines.push({ line, channel, email, permille, from })
  }
  return file
}

const NamedChannel = z.object({ id: Id, channelId: z.string(), handle: z.nullable(z.string()) })

/** Registrations of a network, by a channel's id, link or handle, or their own id. */
export async function resolveChannels(
  tx: Queryable,
  networkId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const wanted = new Map(names.map((name) => [name, parseChannelLink(name)?.value ?? name]))
  const values = [...new Set(wanted.values())]
  const rows = await tx.query(
    NamedChannel,
    sql`select registration_id as id,
      channel_id as "channelId",
      handle
    from channels
    where network_id = ${networkId}
      and removed_at is null
      and (channel_id = any(${values}::text[])
        or lower(handle) = any(${values.map((value) => value.toLowerCase())}::text[])
        or registration_id::text = any(${values}::text[]))`,
  )
  const byName = new Map(
    rows.flatMap(({ id, channelId, handle }) =>
      [channelId, handle?.toLowerCase(), String(id)].map((name) => [name, id] as const),
    ),
  )
  return new Map(
    [...wanted].flatMap(([name, value]) => {
      const id = byName.get(value) ?? byName.get(value.toLowerCase())
      return id === undefined ? [] : [[name, id] as const]
    }),
  )
}

interface Candidates {
  /** Registrations, by their names in the file. */
  ids: ReadonlyMap<string, number>
  /** Null: of any network. */
  networkId: number | null
}

interface ResolvedLine extends ShareLine {
  id: number
  member: { id: number; nickname: string; email: string }
}

export interface ShareFilePlan {
  changes: (ImportedShare & { hasChanged: boolean })[]
  problems: LineProblem[]
  pairs: { id: number; member: number; day: string | undefined; line: number }[]
  sets: (ShareSet & { id: number })[]
  networks: ReadonlyMap<number, number>
  firstOpenDay: string | null
}

/** Locks channels and members. */
export async function planShareFile(
  tx: Queryable,
  { lines, problems: parsingProblems }: ShareFile,
  { ids, networkId }: Candidates,
  now: Date,
): Promise<ShareFilePlan> {
  const firstOpenDay = await lockOpenDays(tx)
  const today = getPacificDay(now)
  const wantedIds = [...new Set(ids.values())]
  const registrations = (
    await lockRegistrations(tx, sql`registration_id = any(${wantedIds}::bigint[])`)
  ).filter((registration) => networkId === null || registration.networkId === networkId)
  const byId = new Map(registrations.map((registration) => [registration.id, registration]))
  const problems: LineProblem[] = [...parsingProblems]
  const resolved = await resolveLines(tx, lines, ids, byId, problems)
  const registrationDays = await selectRegistrationDays(tx, wantedIds)
  const sets = await selectShareSets(tx, wantedIds)

  const pairs = getPairs(resolved, registrationDays)
  const assigned = planAssignments('assign', pairs, registrationDays, { today, firstOpenDay })
  for (const [{ line }, code] of assigned.problems) problems.push({ line, column: 'from', code })
  const assignedFrom = new Map(assigned.changes.map(({ id, member, from }) => [`${id} ${member}`, from]))

  const dated = resolved.map((line) => {
    const { earnsFrom = null, assignments = [] } = registrationDays.get(line.id) ?? {}
    const hasHistory = assignments.length > 0 || (sets.get(line.id) ?? []).length > 0
    const start = earnsFrom === null || earnsFrom > today ? today : earnsFrom
    const firstDay = firstOpenDay !== null && firstOpenDay > start ? firstOpenDay : start
    return { ...line, shareFrom: line.from ?? (hasHistory ? today : firstDay) }
  })
  const changedSets: (ShareSet & { id: number })[] = []
  for (const group of Map.groupBy(dated, ({ id, shareFrom }) => `${id} ${shareFrom}`).values()) {
    const set = createSet(group, problems)
    if (!set || isSameSet(sets.get(set.id) ?? [], set)) continue
    if (!isOpenDay(set.fromDay, firstOpenDay))
      problems.push(...group.map(({ line }): LineProblem => ({ line, column: 'from', code: 'day_closed' })))
    changedSets.push(set)
  }
  const changedKeys = new Set(changedSets.map(({ id, fromDay }) => `${id} ${fromDay}`))
  const shown = new Set<string>()
  return {
    changes: dated.map(({ id, member, permille, shareFrom }) => {
      const key = `${id} ${member.id}`
      const from = shown.has(key) ? null : (assignedFrom.get(key) ?? null)
      shown.add(key)
      const { channelId = '', name = '' } = byId.get(id) ?? {}
      return {
        channel: { id, channelId, name },
        member: { id: member.id, nickname: member.nickname, email: member.email },
        assignedFrom: from,
        permille,
        fromDay: permille === null ? null : shareFrom,
        hasChanged: from !== null || (permille !== null && changedKeys.has(`${id} ${shareFrom}`)),
      }
    }),
    problems: problems.sort((a, b) => a.line - b.line),
    pairs,
    sets: changedSets,
    networks: new Map(registrations.map((registration) => [registration.id, registration.networkId])),
    firstOpenDay,
  }
}

async function resolveLines(
  tx: Queryable,
  lines: readonly ShareLine[],
  ids: ReadonlyMap<string, number>,
  registrations: ReadonlyMap<number, { networkId: number }>,
  problems: LineProblem[],
): Promise<ResolvedLine[]> {
  const emails = [...new Set(lines.map(({ email }) => email))]
  const members = new Map<string, { id: number; nickname: string; email: string }>()
  for (const networkId of new Set([...registrations.values()].map((one) => one.networkId)))
    for (const member of await lockMembers(tx, networkId, emails))
      members.set(`${networkId} ${member.email}`, member)
  return lines.flatMap((line) => {
    const id = ids.get(line.channel) ?? 0
    const registration = registrations.get(id)
    const member = registration && members.get(`${registration.networkId} ${line.email}`)
    if (member) return [{ ...line, id, member }]
    problems.push(
      registration
        ? { line: line.line, column: 'member', code: 'member_unknown' }
        : { line: line.line, column: 'channel', code: 'channel_missing' },
    )
    return []
  })
}

/** Members who do not have the channel, from the first day that a line of theirs names. */
function getPairs(
  lines: readonly ResolvedLine[],
  registrations: Awaited<ReturnType<typeof selectRegistrationDays>>,
): ShareFilePlan['pairs'] {
  return [...Map.groupBy(lines, ({ id, member }) => `${id} ${member.id}`).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { id, member } = first
    const { assignments = [] } = registrations.get(id) ?? {}
    if (assignments.some((one) => one.member === member.id && one.until === null)) return []
    const days = own.map(({ from }) => from)
    const day = days.includes(undefined) ? undefined : (days as string[]).toSorted()[0]
    const { line } = own.find(({ from }) => from === day) ?? first
    return [{ id, member: member.id, day, line }]
  })
}

/** Undefined: the lines of a channel and day have no shares, or wrong ones. */
function createSet(
  group: readonly (ResolvedLine & { shareFrom: string })[],
  problems: LineProblem[],
): (ShareSet & { id: number }) | undefined {
  const [first] = group
  if (!first || group.every(({ permille }) => permille === null)) return undefined
  const permilles = new Map<number, number>()
  let isValid = true
  const report = (line: number, column: string, code: FieldCode) => {
    problems.push({ line, column, code })
    isValid = false
  }
  let total = 0
  for (const { line, member, permille } of group) {
    if (permille === null) report(line, 'share', 'share_missing')
    else if (permilles.has(member.id)) report(line, 'member', 'line_repeated')
    else {
      permilles.set(member.id, permille)
      total += permille
    }
  }
  const last = group.at(-1) ?? first
  if (total > wholePermille) report(last.line, 'share', 'shares_total')
  return isValid ? { id: first.id, fromDay: first.shareFrom, permilles } : undefined
}

const isSameSet = (sets: readonly ShareSet[], { fromDay, permilles }: ShareSet): boolean => {
  const current = sets.find((set) => set.fromDay === fromDay)
  return current !== undefined && isSameShares(current.permilles, permilles)
}

/** Without problems; in the transaction that planned it. */
export async function writeShareFile(
  tx: Queryable,
  { pairs, sets, networks, firstOpenDay }: ShareFilePlan,
  { action, actor }: { action: string; actor: Actor },
  now: Date,
): Promise<void> {
  const getActor = (id: number): Actor => {
    const networkId = networks.get(id)
    return networkId === undefined ? actor : { ...actor, networkId }
  }
  const recording = { action, getActor, context: {} }
  await writePairs(tx, 'assign', pairs, recording, { firstOpenDay, now })
  await setShares(
    tx,
    sets.toSorted((a, b) => a.id - b.id || (a.fromDay < b.fromDay ? -1 : 1)),
    recording,
  )
}
