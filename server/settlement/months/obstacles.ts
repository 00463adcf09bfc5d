import * as z from 'zod/mini'
import type { Locale } from '#contract/platform/locale.ts'
import type { Obstacle as LocalizedObstacle } from '#contract/settlement/months.ts'
import type { StatementAccount, StatementChannel } from '#contract/settlement/statements.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
  getObstacleText,
  getPaymentGroupName,
  getSourceName,
  type ObstacleText,
} from '#server/platform/messages.ts'
import { formatMonth } from '#server/settlement/files/sources.ts'
import { groupBy } from '#server/settlement/payout-shares/channel-days.ts'
import type { Obstacle } from './closing-obstacles.ts'

type Reader = Pick<Queryable, 'query'>

const AccountRow = z.object({
  id: Id,
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isNetwork: z.boolean(),
  networkId: Id,
})

const RegistrationRow = z.object({
  id: Id,
  networkId: Id,
  channelId: z.string(),
  name: z.string(),
  thumbnail: z.nullable(z.string()),
})

type Account = z.output<typeof AccountRow>
type Registration = z.output<typeof RegistrationRow>

/**
 * With names, in the caller's language. `networkId`: only what concerns it or everyone; null: all, for the installation's
 * operator.
 */
export async function localizeObstacles(
  db: Reader,
  obstacles: readonly Obstacle[],
  networkId: number | null,
  locale: Locale,
): Promise<LocalizedObstacle[]> {
  const accounts = await selectAccounts(
    db,
    obstacles.flatMap(({ accountIds = [] }) => accountIds),
  )
  const registrations = await selectRegistrations(
    db,
    obstacles.flatMap(({ registrationId }) => (registrationId === undefined ? [] : [registrationId])),
  )
  return obstacles.flatMap((obstacle) => {
    const registration = registrations.get(obstacle.registrationId ?? 0)?.[0]
    const involved = (obstacle.accountIds ?? []).flatMap((id) => accounts.get(id) ?? [])
    if (networkId !== null && !concerns(networkId, obstacle, registration, involved)) return []
    return [localize(obstacle, registration, involved, locale)]
  })
}

/** Of content owners and their files only the operator is told. */
function concerns(
  networkId: number,
  { owner, registrationId, accountIds }: Obstacle,
  registration: Registration | undefined,
  involved: readonly Account[],
): boolean {
  if (owner !== undefined) return false
  if (registrationId !== undefined) return registration?.networkId === networkId
  return accountIds === undefined || involved.some((account) => account.networkId === networkId)
}

async function selectAccounts(db: Reader, ids: readonly number[]): Promise<Map<number, Account[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query(
    AccountRow,
    sql`select id, nickname, email, is_manager as "isNetwork", network_id as "networkId"
    from accounts
    where id = any(${ids}::integer[])`,
  )
  return groupBy(
    rows,
    ({ id }) => id,
    (row) => row,
  )
}

async function selectRegistrations(db: Reader, ids: readonly number[]): Promise<Map<number, Registration[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query(
    RegistrationRow,
    sql`select registration_id as id, network_id as "networkId", channel_id as "channelId", name, thumbnail
    from channels
    where registration_id = any(${ids}::integer[])`,
  )
  return groupBy(
    rows,
    ({ id }) => id,
    (row) => row,
  )
}

function localize(
  obstacle: Obstacle,
  registration: Registration | undefined,
  involved: readonly Account[],
  locale: Locale,
): LocalizedObstacle {
  const { code, canBeExplained, day, month, owner, group, label, micros, missing = [] } = obstacle
  const accounts = involved.map(
    ({ id, nickname, email, isNetwork }): StatementAccount => ({ id, nickname, email, isNetwork }),
  )
  const channel: StatementChannel | null = registration
    ? {
        channelId: registration.channelId,
        name: registration.name,
        thumbnail: registration.thumbnail,
      }
    : null
  const formatList = (names: readonly string[]) => new Intl.ListFormat(locale).format(names)
  const params = {
    day: day ?? '',
    month: month ? formatMonth(month) : '',
    owner: owner ?? '',
    group: group ? getPaymentGroupName(group, locale) : '',
    label: label ?? '',
    amount: formatDollars(Math.abs(micros ?? 0)),
    channel: channel?.name ?? '',
    accounts: formatList(accounts.map(({ id, nickname }) => nickname ?? `#${id}`)),
    missing: formatList(missing.map((source) => getSourceName(source, locale))),
  }
  const texts: ObstacleText[] = [
    code === 'difference' ? ((micros ?? 0) < 0 ? 'difference-less' : 'difference-more') : code,
    ...(missing.length > 0 ? (['missing'] as const) : []),
  ]
  return {
    code,
    canBeExplained,
    text: texts.map((name) => getObstacleText(name, params, locale)).join(' '),
    day: day ?? null,
    month: month ? formatMonth(month) : null,
    owner: owner ?? null,
    group: group ?? null,
    label: label ?? null,
    micros: micros ?? null,
    missing: [...missing],
    channel,
    accounts,
  }
}

/** "12.50", in whole cents. */
const formatDollars = (micros: number) => (micros / 1_000_000).toFixed(2)
