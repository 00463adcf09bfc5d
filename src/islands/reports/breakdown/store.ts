import { computed } from 'nanostores'
import { listChannels } from '#contract/channels/channels.ts'
import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { $filter, pickListScope } from '#islands/reports/state/filter.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $seesNetwork } from '#lib/api/session.ts'
import { maxShares } from './shares.ts'

const $sharesQuery = computed([$caller, $filter], (caller, filter) =>
  caller === null ? null : { caller, ...pickTime(filter), ...pickListScope(filter) },
)

export const topChannels = createQuery($sharesQuery, listChannelFigures, ({ caller: _, ...query }) => ({
  ...query,
  size: maxShares,
}))

const $callerQuery = computed($caller, (caller) => (caller === null ? null : { caller }))

/** One held channel is enough to show a reason. */
export const heldChannels = createQuery($callerQuery, listChannels, () => ({
  state: 'held' as const,
  size: 1,
}))

const $managerQuery = computed([$caller, $seesNetwork], (caller, seesNetwork) =>
  caller === null || !seesNetwork ? null : { caller },
)

/** Channels without a member have nobody to receive a share. */
export const unassignedChannels = createQuery($managerQuery, listChannels, () => ({
  state: 'approved' as const,
  member: 'none' as const,
  size: 1,
}))
