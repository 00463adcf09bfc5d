import * as z from 'zod/mini'
import {
  Member,
  type MemberFilter as MemberFilterName,
  MemberProfit,
  type MemberSort,
} from '#contract/people/members.ts'
import { payeeStates } from '#contract/people/payee-states.ts'
import type { SortOrder } from '#contract/reports/reports.ts'
import { accountState, isMemberOf } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import { selectAssignedChannels } from '#server/reports/figures/assignments.ts'
import { type ProfitScope, selectMemberProfits } from '#server/reports/figures/member-profits.ts'
import { joinFees, permille } from '#server/reports/figures/money.ts'

export interface MemberFilter {
  networkId: number
  search?: string
  state?: MemberFilterName | undefined
  id?: number | undefined
}

export interface MemberOrder {
  sort: MemberSort
  order: SortOrder
}

interface MemberListOptions extends MemberOrder {
  /** The fee rate of this day is returned. */
  day: string
  /** Required by the sorts of figures. */
  profits?: ProfitScope | null
  /** Absent: all that match. */
  page?: { page: number; size: number }
}

/** Expects `accounts a`. */
const matches = ({ networkId, search = '', state, id }: MemberFilter): Sql =>
  sql`${isMemberOf(networkId)}
      ${search ? sql`and normalize_search(a.nickname || ' ' || a.email) like all (search_like_patterns(${search}))` : empty}
      ${state === undefined ? empty : sql`and ${isInState(state)}`}
      ${id === undefined ? empty : sql`and a.id = ${id}::bigint`}`

/** Expects `accounts a`. */
const isInState = (state: MemberFilterName): Sql =>
  state === 'payee'
    ? sql`not exists (select from payee_states c where c.account_id = a.id and c.state = 'confirmed')`
    : sql`${accountState} = ${state}`

export const selectIds = (filter: MemberFilter): Sql =>
  sql`select a.id from accounts a where ${matches(filter)}`

const MemberRow = z.extend(z.omit(Member, { fee_rate: true, profit: true, payee: true }), {
  permille: Count,
  channels: Count,
  registered_at: Timestamp,
  last_sign_in_at: z.nullable(Timestamp),
  payee: z.nullable(z.enum(payeeStates)),
  ...MemberProfit.shape,
  total: Count,
  totalGross: Integer,
  totalNet: Integer,
})

/** Profits are 0 if they were not asked for. */
export interface ListedMember extends Member {
  fee_rate: number
  profit: MemberProfit
}

interface MemberList {
  total: number
  profit: MemberProfit
  members: ListedMember[]
}

export async function selectMembers(
  db: Queryable,
  filter: MemberFilter,
  options: MemberListOptions,
): Promise<MemberList> {
  const rows = await selectRows(db, filter, options)
  const [first] = rows
  if (!first && options.page && options.page.page > 0)
    return { ...(await selectMembers(db, filter, { ...options, page: { page: 0, size: 1 } })), members: [] }
  return {
    total: first?.total ?? 0,
    profit: { grossProfit: first?.totalGross ?? 0, netProfit: first?.totalNet ?? 0 },
    members: rows.map(toMember),
  }
}

const toMember = ({
  grossProfit,
  netProfit,
  permille: tenths,
  total: _,
  totalGross: __,
  totalNet: ___,
  payee,
  ...member
}: z.output<typeof MemberRow>): ListedMember => ({
  ...member,
  ...(payee && { payee }),
  fee_rate: tenths / 10,
  profit: { grossProfit, netProfit },
})

export const withoutProfit = ({ profit: _, ...member }: ListedMember): Member => member

export const withoutMoney = ({ profit: _, fee_rate: __, payee: ___, ...member }: ListedMember): Member =>
  member

const selectRows = (
  db: Queryable,
  filter: MemberFilter,
  { day, profits, page, ...order }: MemberListOptions,
): Promise<z.output<typeof MemberRow>[]> =>
  db.query(
    MemberRow,
    sql`select a.id,
      ${accountState} as state,
      a.email as user_id,
      a.nickname,
      a.channel_url,
      a.created_at as registered_at,
      a.last_sign_in_at,
      y.state as payee,
      ${permille} as permille,
      ${countChannels(filter.networkId)} as channels,
      coalesce(p.gross_profit, 0) as "grossProfit",
      coalesce(p.net_profit, 0) as "netProfit",
      count(*) over () as total,
      coalesce(sum(p.gross_profit) over (), 0)::bigint as "totalGross",
      coalesce(sum(p.net_profit) over (), 0)::bigint as "totalNet"
    from accounts a
    left join payee_states y on y.account_id = a.id
    left join (
      ${profits ? selectMemberProfits(profits, selectIds(filter)) : noProfits}
    ) p on p.id = a.id
    ${joinFees(sql`a.id`, sql`${day}::date`)}
    where ${matches(filter)}
    ${orderBy(filter.networkId, order)}
    ${page ? sql`limit ${page.size} offset ${page.page * page.size}` : empty}`,
  )

const noProfits = sql`select null::integer as id, 0::bigint as gross_profit, 0::bigint as net_profit where false`

/** Expects `accounts a`. */
const countChannels = (networkId: number): Sql =>
  sql`(select count(*)
        from (
          ${selectAssignedChannels(networkId)}
        ) s
        where s.account_id = a.id)`

/** Expects `accounts a` and their profits `p`. */
function orderBy(networkId: number, { sort, order }: MemberOrder): Sql {
  const name = sql`natural_sort_key(a.nickname) collate "C"`
  const keys = {
    name,
    registered: sql`a.created_at`,
    channels: countChannels(networkId),
    gross: sql`coalesce(p.gross_profit, 0)`,
    fee: sql`coalesce(p.gross_profit - p.net_profit, 0)`,
    net: sql`coalesce(p.net_profit, 0)`,
    lastSignIn: sql`coalesce(a.last_sign_in_at, '-infinity')`,
  }
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  return sql`order by ${keys[sort]} ${direction}, ${name} ${direction}, a.id ${direction}`
}

export async function selectMember(
  db: Queryable,
  networkId: number,
  today: string,
  id: number,
): Promise<Member | null> {
  const options = { day: today, sort: 'name', order: 'asc' } as const
  const { members } = await selectMembers(db, { networkId, id }, options)
  return members[0] ? withoutProfit(members[0]) : null
}
