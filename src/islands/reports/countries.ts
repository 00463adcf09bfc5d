import { atom, computed, type ReadableAtom } from 'nanostores'
import { type Countries, readCountries } from '#contract/countries.ts'
import type { RequestedTime } from '#contract/reports.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery, type Query, type QueryKey } from '#lib/api/query.ts'
import { $filter } from './filter.ts'
import { pickTime } from './time.ts'

interface CountriesKey extends QueryKey, RequestedTime {
  member: number | undefined
  channel?: string
}

export type CountriesQuery = Query<CountriesKey, Countries>

/** `$channel`: undefined for all, null: do not load. */
export function createCountriesQuery($channel: ReadableAtom<string | null | undefined>): CountriesQuery {
  const $key = computed([$caller, $filter, $channel], (caller, { member, ...filter }, channel) =>
    caller === null || channel === null
      ? null
      : ({
          caller,
          ...pickTime(filter),
          member,
          ...(channel !== undefined && { channel }),
        } satisfies CountriesKey),
  )
  return createQuery($key, readCountries, ({ caller: _, ...query }) => query)
}

export const networkCountries = createCountriesQuery(atom(undefined))
