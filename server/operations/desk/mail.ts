import * as z from 'zod/mini'
import {
  type listMails,
  type listSuppressions,
  mailFilters,
  mailPageSize,
  type retryMail,
  type setSuppression,
} from '#contract/operations/desk/mail.ts'
import type { ParsedBody, ParsedQuery } from '#contract/platform/endpoint.ts'
import {
  changeSuppression,
  describeMail,
  findObstacle,
  lockMail,
  queueAgain,
} from '#server/operations/mail-changes.ts'
import { type Caller, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { getScope, type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, CountRow, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mailStates } from '#server/platform/mail/outbox.ts'
import {
  findMail,
  type ListedMail,
  renderSubject,
  type StoredMail,
  selectMails,
} from '#server/platform/mail/stored-mail.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readPage, selectDomains } from './pages.ts'

const StateCount = z.object({ state: z.enum(mailStates), count: Count })

async function countMails(db: Queryable, scope: InstallationScope) {
  const rows = await db.query(
    StateCount,
    sql`select m.state, count(*) as count from mails m where ${isSiteInScope(scope, sql`m.site_id`)} group by m.state`,
  )
  const counts = Object.fromEntries(mailStates.map((state) => [state, 0]))
  return { ...counts, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) } as Record<
    (typeof mailStates)[number],
    number
  >
}

export async function readMails(
  db: Queryable,
  scope: InstallationScope,
  { state, search, kind, site, ...bounds }: ParsedQuery<typeof listMails>,
) {
  const { rows, ...page } = await readPage(bounds, mailPageSize, (asked) =>
    selectMails(db, { ...{ scope, search, kind, site }, states: state && mailFilters[state], ...asked }),
  )
  return {
    ...page,
    mails: rows,
    counts: await countMails(db, scope),
    sites: await selectDomains(db, scope),
  }
}

const isInScope = ({ isAll, siteIds }: InstallationScope, { site }: StoredMail): boolean =>
  isAll || siteIds.includes(site.id)

const toListed = (mail: StoredMail, nickname: string | null): ListedMail => {
  const { id, kind, recipient, locale, state, attempts, failure, createdAt, changedAt } = mail
  const values = { id, kind, recipient, locale, state, attempts, failure, createdAt, changedAt }
  return { ...values, site: mail.site.domain, nickname }
}

const NicknameRow = z.object({ nickname: z.string() })

/** @throws {Refusal} `not_found` */
export async function readMailDetails(db: Queryable, scope: InstallationScope, id: number, now: Date) {
  const mail = await findMail(db, id)
  if (!mail || !isInScope(scope, mail)) throw new Refusal('not_found')
  const [account] = await db.query(
    NicknameRow,
    sql`select nickname from accounts where id = ${mail.accountId} and removed_at is null`,
  )
  return {
    mail: toListed(mail, account?.nickname ?? null),
    subject: renderSubject(mail),
    obstacle: findObstacle(mail, now),
    isSuppressed: mail.isSuppressed,
  }
}

/** @throws {Refusal} */
export const retryAsCaller = (
  db: Database,
  { account, actor }: Caller,
  { id }: ParsedBody<typeof retryMail>,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const mail = await lockMail(tx, id)
    if (!mail || !isInScope(getScope(account, 'mail.change'), mail)) throw new Refusal('not_found')
    if (findObstacle(mail, now)) throw new Refusal('mail_not_sendable')
    await queueAgain(tx, mail)
    await recordAuditEntry(tx, actor, {
      action: 'retryMail',
      ...describeMail(mail),
      before: { state: mail.state },
      after: { state: 'queued' },
    })
  })

const SuppressionRow = z.object({
  address: z.string(),
  reason: z.enum(['bounce', 'operator']),
  at: Timestamp,
})

const maxSuppressions = 200

export async function readSuppressions(db: Queryable, { search }: ParsedQuery<typeof listSuppressions>) {
  const found = sql`from mail_suppressions where strpos(lower(recipient), lower(${search})) > 0`
  return {
    suppressions: await db.query(
      SuppressionRow,
      sql`select recipient as address, reason, created_at as at
      ${found}
      order by created_at desc, recipient
      limit ${maxSuppressions}`,
    ),
    total: (await queryOne(db, CountRow, sql`select count(*) as count ${found}`)).count,
  }
}

export const setSuppressionAsCaller = (
  db: Database,
  { actor }: Caller,
  { address, suppressed }: ParsedBody<typeof setSuppression>,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await changeSuppression(tx, address, suppressed, now))) return
    await recordAuditEntry(tx, actor, {
      action: 'setSuppression',
      context: { address: hidden },
      before: { suppressed: !suppressed },
      after: { suppressed },
    })
  })
