import * as z from 'zod/mini'
import type { SignInCause, SignInHelp } from '#contract/people/membership/sign-in-help.ts'
import { canSignIn } from '#server/people/credentials/linked-sign-ins/queries.ts'
import { getNetworkSubject, readWaits } from '#server/people/credentials/sign-in-attempts.ts'
import { readAccountGuard } from '#server/people/credentials/sign-in-guard.ts'
import { readCodeGuard } from '#server/people/second-factor/sign-in.ts'
import { hasInstallationRole } from '#server/platform/auth/installation.ts'
import { hasStaffRole } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const Facts = z.object({
  id: Id,
  siteId: Id,
  email: z.string(),
  canSignIn: z.boolean(),
  isConfirmed: z.boolean(),
  awaitsApproval: z.boolean(),
  runsNetwork: z.boolean(),
  hasFactor: z.boolean(),
  lastSignInAt: z.nullable(Timestamp),
  invitedUntil: z.nullable(Timestamp),
  isSuppressed: z.boolean(),
  hasMailFailed: z.boolean(),
  /** From which wrong passwords came lately. */
  addresses: z.array(z.string()),
})
type Facts = z.output<typeof Facts>

/** `id`: of a person who is there. */
const selectFacts = (db: Queryable, id: number, now: Date): Promise<Facts> =>
  queryOne(
    db,
    Facts,
    sql`select a.id,
      a.site_id as "siteId",
      a.email,
      ${canSignIn} as "canSignIn",
      a.email_confirmed_at is not null as "isConfirmed",
      a.awaits_approval as "awaitsApproval",
      ${hasStaffRole} or ${hasInstallationRole} as "runsNetwork",
      exists (select from totp_secrets f where f.account_id = a.id)
        or exists (select from passkeys f where f.account_id = a.id) as "hasFactor",
      a.last_sign_in_at as "lastSignInAt",
      (
        select max(l.expires_at)
        from email_links l
        where l.account_id = a.id
          and l.purpose = 'invite'
          and l.expires_at > ${now}) as "invitedUntil",
      exists (select from mail_suppressions s where s.recipient = a.email) as "isSuppressed",
      coalesce((
        select m.state in ('failed', 'uncertain')
        from mails m
        where m.account_id = a.id
          and m.recipient = a.email
        order by m.id desc
        limit 1), false) as "hasMailFailed",
      array(
        select distinct e.address
        from security_events e
        where e.account_id = a.id
          and e.kind in ('sign-in', 'sign-in-blocked')
          and e.is_failure
          and e.address is not null
          and e.created_at > ${now}::timestamptz - interval '1 day') as addresses
    from accounts a
    where a.id = ${id}`,
  )

export async function findSignInCauses(db: Queryable, id: number, now: Date): Promise<SignInHelp> {
  const facts = await selectFacts(db, id, now)
  const { siteId, email, runsNetwork, lastSignInAt, invitedUntil } = facts
  const waits = await readWaits(db, listSubjects(facts), now)
  const guard = await readAccountGuard(db, { site: { id: siteId }, email }, now)
  const codeGuard = await readCodeGuard(db, id, now)
  const isInvited = !facts.canSignIn && !facts.isConfirmed
  const found: [SignInCause, boolean, string | null][] = [
    ['invitation_expired', isInvited && invitedUntil === null, null],
    ['invited', isInvited && invitedUntil !== null, invitedUntil],
    ['no_password', !facts.canSignIn && facts.isConfirmed, null],
    ['waiting', facts.awaitsApproval, null],
    ['slowed', waits !== null, waits],
    ['guarded', guard !== null, guard],
    ['code_guarded', codeGuard !== null, codeGuard],
    ['mail_suppressed', facts.isSuppressed, null],
    ['mail_failed', facts.hasMailFailed && !facts.isSuppressed, null],
    ['unconfirmed', facts.canSignIn && !facts.isConfirmed, null],
    ['second_factor', facts.hasFactor, null],
  ]
  return {
    causes: found.flatMap(([cause, isSo, until]) => (isSo ? [{ cause, until }] : [])),
    lastSignInAt,
    runsNetwork,
  }
}

/** Attempts are remembered by hashes of who tried: those of the addresses that the security events name. */
export const listSubjects = ({ siteId, email, addresses }: Pick<Facts, 'siteId' | 'email' | 'addresses'>) => [
  ...new Set(addresses.map((address) => getNetworkSubject(siteId, email, address))),
]

export const selectSubjects = async (db: Queryable, id: number, now: Date): Promise<string[]> =>
  listSubjects(await selectFacts(db, id, now))
