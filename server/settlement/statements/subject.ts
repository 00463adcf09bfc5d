import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import type { StatementAccount } from '#contract/settlement/statements.ts'
import { isMemberOf } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Integer } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { minimumAmount, siteCurrency } from '#server/portal/site/payout-minimum.ts'
import { isVisibleTo, type Viewer } from './statement-queries.ts'

type Reader = Pick<Queryable, 'query'>

const SubjectRow = z.object({
  id: Id,
  siteId: Id,
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isNetwork: z.boolean(),
  /** Or the viewer: figures of others cannot be read any more. */
  hasFigures: z.boolean(),
  /** It has left the network of the viewer, who sees what that network owes it. */
  hasLeft: z.boolean(),
  currency: z.enum(currencies),
  minimum: Integer,
})
export type Subject = z.output<typeof SubjectRow>

const selectSubject = async (db: Reader, viewer: Viewer, condition: Sql): Promise<Subject | undefined> =>
  (
    await db.query(
      SubjectRow,
      sql`select a.id,
        a.site_id as "siteId",
        a.nickname,
        a.email,
        a.kind = 'network' and a.id = ${viewer.networkId} as "isNetwork",
        a.id = ${viewer.id} or (${isMemberOf(viewer.networkId)}) as "hasFigures",
        a.network_id <> ${viewer.networkId} as "hasLeft",
        ${siteCurrency} as currency,
        ${minimumAmount} as minimum
      from accounts a
      join sites s on s.id = a.site_id
      where ${condition}`,
    )
  )[0]

/**
 * The viewer, or an account of the network: a member, or one with statements that the network owes.
 * @throws {Refusal} `forbidden` when somebody names another without the right to see the network's money; `not_found`
 */
export async function requireSubject(
  db: Reader,
  viewer: Viewer,
  member: number | undefined,
): Promise<Subject> {
  if (member !== undefined && !viewer.isNetwork) throw new Refusal('forbidden')
  const isKnown = sql`(a.id = ${viewer.id} or (${isMemberOf(viewer.networkId)})
        or exists (select from statements s where s.account_id = a.id and ${isVisibleTo(viewer)}))`
  const subject = await selectSubject(db, viewer, sql`a.id = ${member ?? viewer.id}::bigint and ${isKnown}`)
  if (!subject) throw new Refusal('not_found')
  return subject
}

export const toStatementAccount = ({
  id,
  nickname,
  email,
  isNetwork,
}: Pick<Subject, 'id' | 'nickname' | 'email' | 'isNetwork'>): StatementAccount => ({
  id,
  nickname,
  email,
  isNetwork,
})
