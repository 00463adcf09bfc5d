import type { Locale } from '#contract/platform/locale.ts'
import { isStaff } from '#contract/platform/roles.ts'
import { writePairs } from '#server/channels/lifecycle/bulk-assignments.ts'
import { insertAccount } from '#server/people/credentials/accounts.ts'
import { mailInvitations } from '#server/people/credentials/email-links.ts'
import { type DatedFee, upsertFees } from '#server/people/fees/queries.ts'
import { type Actor, type AuditEntry, hidden, recordAuditEntries } from '#server/platform/auth/audit.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { setShares } from '#server/settlement/payout-shares/payout-shares.ts'
import type { MemberFile } from './member-file.ts'
import { type ImportPlan, type PlannedLine, planImport } from './plan.ts'
import { type ImportTarget, lockContext } from './queries.ts'

interface Importing {
  target: ImportTarget
  /** Of the audit log. */
  action: string
  actor: Actor
  origin: CallOrigin
  /** Of the invitations. */
  locale: Locale
  check: boolean
  now: Date
}

export interface ImportResult extends ImportPlan {
  /** Null: nobody was created. */
  id: number | null
  channelNames: ReadonlyMap<number, string>
}

/** Plans the file, and applies it unless something is wrong or it is only checked. */
export async function importMemberFile(
  tx: Queryable,
  file: MemberFile,
  importing: Importing,
): Promise<ImportResult> {
  const { target, check, now } = importing
  const context = await lockContext(tx, file, target, now)
  const plan = planImport(file, context)
  const created = plan.lines.filter(({ outcome }) => outcome === 'created')
  const isApplied = !check && plan.problems.length === 0 && created.length > 0
  const id = isApplied ? await applyLines(tx, created, context.firstOpenDay, importing) : null
  return { ...plan, id, channelNames: context.channelNames }
}

interface CreatedMember extends PlannedLine {
  id: number
}

async function applyLines(
  tx: Queryable,
  lines: readonly PlannedLine[],
  firstOpenDay: string | null,
  { target: { site, networkId }, action, actor, origin, locale, now }: Importing,
): Promise<number> {
  const members: CreatedMember[] = []
  for (const line of lines)
    members.push({ ...line, id: await insertMember(tx, line, { site, networkId, locale }) })
  const importId = await insertImport(tx, members, { networkId, actor, firstOpenDay, now })
  await upsertFees(tx, members.flatMap(getFee), now)
  await recordAuditEntries(
    tx,
    actor,
    members.map((member) => describeMember(action, networkId, importId, member)),
  )
  const recording = { action, getActor: () => actor, context: { import: importId } }
  const pairs = members.flatMap(({ id: member, channels, day }) =>
    channels.map((id) => ({ id, member, day })),
  )
  if (pairs.length > 0) {
    const { problems } = await writePairs(tx, 'assign', pairs, recording, { firstOpenDay, now })
    if (problems.size > 0) throw new Error('The plan of an import allowed days that are refused.')
  }
  const sets = members.flatMap(({ id: member, shares }) =>
    shares.map((share) => ({ ...share, permilles: new Map([[member, 1_000]]) })),
  )
  await setShares(tx, sets, recording)
  for (const { id: accountId, roles } of members.filter(isStaff)) {
    const event = { kind: 'role-changed', accountId, detail: { roles: roles.join(' ') } } as const
    await recordSecurityEvent(tx, origin, event, now)
  }
  await mailInvitations(
    tx,
    members.map(({ id }) => id),
    now,
  )
  return importId
}

async function insertMember(
  tx: Queryable,
  { line, email, nickname, roles }: PlannedLine,
  { site, networkId, locale }: Pick<ImportTarget, 'site' | 'networkId'> & { locale: Locale },
): Promise<number> {
  const form = { email, nickname, roles, networkId, locale, passwordHash: null }
  const id = await insertAccount(tx, { id: site.id }, form)
  // Somebody has got the address since the plan was made.
  if (id === null) throw new Refusal('taken', { fields: { [`lines.${line}`]: 'email_elsewhere' } })
  return id
}

const getFee = ({ id: member, permille, fromDay }: CreatedMember): DatedFee[] =>
  permille === null || fromDay === null ? [] : [{ member, fromDay, permille }]

const describeMember = (
  action: string,
  network: number,
  importId: number,
  { id, roles, permille, fromDay }: CreatedMember,
): AuditEntry => ({
  action,
  subject: { kind: 'account', id },
  context: { import: importId, ...(fromDay !== null && { from: fromDay }) },
  before: null,
  after: { network, roles, ...(permille !== null && { fee_rate: permille / 10 }), link: hidden },
})

async function insertImport(
  tx: Queryable,
  members: readonly CreatedMember[],
  {
    networkId,
    actor,
    firstOpenDay,
    now,
  }: {
    networkId: number
    actor: Actor
    firstOpenDay: string | null
    now: Date
  },
): Promise<number> {
  const accountId = actor.kind === 'account' ? (actor.id ?? null) : null
  const { id } = await queryOne(
    tx,
    IdRow,
    sql`insert into member_imports (network_id, account_id, imported_at, first_open_day)
    values (${networkId}, ${accountId}, ${now}, ${firstOpenDay})
    returning id`,
  )
  await tx.execute(
    sql`insert into imported_members (account_id, import_id)
    select account_id, ${id}::integer
    from unnest(${members.map((member) => member.id)}::integer[]) as m (account_id)`,
  )
  return id
}
