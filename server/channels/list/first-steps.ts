import * as z from 'zod/mini'
import type { ChannelState } from '#contract/channels/channel-states.ts'
import type { FirstStepName, FirstSteps } from '#contract/channels/first-steps.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { can } from '#contract/platform/roles.ts'
import { selectRequests } from '#server/channels/lifecycle/requests.ts'
import {
  type ChannelRow,
  isVisibleTo,
  selectChannel,
  selectChannelCounts,
  selectChannelIds,
} from '#server/channels/registrations/queries.ts'
import type { ChannelServices } from '#server/channels/registrations/services.ts'
import { type Account, isMemberOf } from '#server/platform/auth/roles.ts'
import { getViewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isEarning } from '#server/reports/figures/channel-states.ts'
import { resolveScope } from '#server/reports/figures/scope.ts'
import { toChannelResponse } from './channel-response.ts'

/** Closest to figures first. Verifying another channel beats waiting for a re-review. */
const statesByProgress: readonly ChannelState[] = ['approved', 'pending', 'unverified', 'held', 'rejected']

/** Returns what a network or person still has to do before there are figures. */
export async function getFirstSteps(
  { db, youtube }: Pick<ChannelServices, 'db' | 'youtube'>,
  account: Account,
  locale: Locale,
): Promise<FirstSteps> {
  const row = await selectFurthestChannel(db, account)
  const [request] = await selectRequests(db, account)
  const { hasAssignments, hasPayee, reportedTo } = await selectProgress(db, account)
  const { latestDay } = await resolveScope(db, getViewpoint(account, 'figures.read'), {})
  const hasFigures = latestDay !== null
  const isDone: Record<FirstStepName, boolean> = {
    register: row !== null,
    verify: row !== null && isEarning(row),
    payee: hasPayee,
    upload: hasFigures || (row !== null && (await usesTracks(db, row.channelId))),
    assign: hasAssignments,
    figures: hasFigures,
  }
  const fourth = can(account, 'channels.assign') ? 'assign' : 'upload'
  return {
    steps: (['register', 'verify', 'payee', fourth, 'figures'] as const).map((name) => ({
      name,
      done: isDone[name],
    })),
    channel: row && toChannelResponse(youtube, account, row, locale),
    request: request ?? null,
    reportedTo,
  }
}

async function selectFurthestChannel(db: Queryable, account: Account): Promise<ChannelRow | null> {
  const { counts } = await selectChannelCounts(db, account, {})
  const state = statesByProgress.find((state) => counts[state] > 0)
  if (!state) return null
  const newestFirst = { state, sort: 'registered', order: 'desc' } as const
  const [id] = await selectChannelIds(db, account, newestFirst, null, { limit: 1, offset: 0 })
  return id === undefined ? null : selectChannel(db, account, id)
}

const Progress = z.object({ hasAssignments: z.boolean(), hasPayee: z.boolean(), reportedTo: z.nullable(Day) })

const selectProgress = (db: Queryable, account: Account) =>
  queryOne(
    db,
    Progress,
    sql`select exists (
        select
        from channels c
        join assignments s on s.registration_id = c.registration_id
        join accounts a on a.id = s.account_id
        where ${isVisibleTo(account)}
          and s.unassigned_at is null
          and ${isMemberOf(account.networkId)}
      ) as "hasAssignments",
      exists (
        select
        from payee_states y
        where y.account_id = ${getViewpoint(account, 'money.read').id}
          and y.state <> 'rejected'
      ) as "hasPayee",
      (select max(day) from complete_days) as "reportedTo"`,
  )

const Use = z.object({ isrc: z.string() })

/** Returns whether a video of the channel uses a track of the catalog. */
async function usesTracks(db: Queryable, channelId: string): Promise<boolean> {
  const [use] = await db.query(
    Use,
    sql`select t.isrc
    from videos v
    join active_claims k on k.channel_id = v.channel_id
      and k.video_id = v.video_id
    join tracks t on t.isrc = k.isrc
    where v.channel_id = ${channelId}
    limit 1`,
  )
  return use !== undefined
}
