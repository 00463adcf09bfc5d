import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import type { Balance, StatementAccount } from '#contract/settlement/statements.ts'
import { type Account, isMemberOf } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Integer } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { minimumAmount, siteCurrency } from '#server/portal/site/payout-minimum.ts'
import type { StatementFilter } from './statement-queries.ts'

type Reader = Pick<Queryable, 'query'>
type Viewer = Pick<Account, 'id' | 'networkId' | 'isManager'>

const SubjectRow = z.object({
  id: Id,
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isNetwork: z.boolean(),
  /** Or the viewer: figures of others cannot be read any more. */
  hasFigures: z.boolean(),
  currency: z.enum(currencies),
  minimum: Integer,
})
export type Subject = z.output<typeof SubjectRow>

/** Managers may see the statements of the whole network, including those of removed members. */
export const getVisibleStatements = ({ id, networkId, isManager }: Viewer): StatementFilter =>
  isManager ? { networkId } : { accountId: id }

const selectSubject = async (
  db: Reader,
  { id, networkId }: Viewer,
  condition: Sql,
): Promise<Subject | undefined> =>
  (
    await db.query(
      SubjectRow,
      sql`select a.id,
        a.nickname,
        a.email,
        a.is_manager as "isNetwork",
        a.id = ${id} or (${isMemberOf(networkId)}) as "hasFigures",
        ${siteCurrency} as currency,
        ${minimumAmount} as minimum
      from accounts a
      join sites s on s.id = a.site_id
      where a.network_id = ${networkId}
        and ${condition}`,
    )
  )[0]

/**
 * The viewer, or an account of the network: a member, or one with statements.
 * @throws {Refusal} `forbidden` when a non-manager names somebody; `not_found`
 */
export async function requireSubject(
  db: Reader,
  viewer: Viewer,
  member: number | undefined,
): Promise<Subject> {
  if (member !== undefined && !viewer.isManager) throw new Refusal('forbidden')
  const isKnown = sql`(a.id = ${viewer.id} or (${isMemberOf(viewer.networkId)})
        or exists (select from statements t where t.account_id = a.id))`
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

const BalanceRow = z.object({ balance: Integer, awaiting: Integer })

export async function readBalance(db: Reader, { id, currency, minimum }: Subject): Promise<Balance> {
  const [sums] = await db.query(
    BalanceRow,
    sql`select (
        select coalesce(sum(amount), 0)::bigint
        from ledger_entries
        where account_id = ${id}
      ) as balance,
      (
        select coalesce(sum(s.payable_amount), 0)::bigint
        from statements s
        where s.account_id = ${id}
          and not exists (
            select
            from ledger_entries e
            where e.statement_id = s.id
              and e.kind = 'payment')
      ) as awaiting`,
  )
  return { currency, balance: sums?.balance ?? 0, awaiting: sums?.awaiting ?? 0, minimum }
}
