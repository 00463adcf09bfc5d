import { atom, computed, type ReadableAtom } from 'nanostores'
import type { RequestedTime } from '#contract/reports/reports.ts'
import { $caller } from '#lib/api/caller.ts'
import type { QueryKey } from '#lib/api/query.ts'
import { $filter, pickListScope } from './filter.ts'
import { pickTime } from './time.ts'

/** The query of a report: period, comparison, member and tag of the address, for all channels or one. */
export interface ScopeKey extends QueryKey, RequestedTime {
  member: number | undefined
  tag: number | undefined
  channel?: string
}

/** `$channel`: undefined for all, null: do not load. */
export const createScopeKey = (
  $channel: ReadableAtom<string | null | undefined>,
): ReadableAtom<ScopeKey | null> =>
  computed([$caller, $filter, $channel], (caller, filter, channel) =>
    caller === null || channel === null
      ? null
      : { caller, ...pickTime(filter), ...pickListScope(filter), ...(channel !== undefined && { channel }) },
  )

export const $networkKey = createScopeKey(atom(undefined))
