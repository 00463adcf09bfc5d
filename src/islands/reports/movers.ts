import { atom, computed, type ReadableAtom } from 'nanostores'
import { type MoverKind, type Movers, moverKinds, readMovers } from '#contract/movers.ts'
import type { RequestedTime } from '#contract/reports.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery, type Query, type QueryKey } from '#lib/api/query.ts'
import { $params, setParams } from '#lib/navigation/router.ts'
import { $filter } from './filter.ts'
import { pickTime } from './time.ts'

interface MoversKey extends QueryKey, RequestedTime {
  member: number | undefined
  channel?: string
  by: MoverKind
}

export interface MoversSource {
  kinds: readonly MoverKind[]
  $kind: ReadableAtom<MoverKind>
  setKind: (kind: MoverKind) => void
  movers: Query<MoversKey, Movers>
}

/** `movers` of the address chooses one of the kinds, the first by default. `$channel`: undefined for all, null: do not load. */
export function createMoversSource(
  kinds: readonly [MoverKind, ...MoverKind[]],
  $channel: ReadableAtom<string | null | undefined>,
): MoversSource {
  const $kind = computed(
    $params,
    (params): MoverKind => kinds.find((kind) => kind === params.movers) ?? kinds[0],
  )
  const $query = computed(
    [$caller, $filter, $kind, $channel],
    (caller, { member, ...filter }, by, channel): MoversKey | null =>
      caller === null || channel === null
        ? null
        : { caller, ...pickTime(filter), member, ...(channel !== undefined && { channel }), by },
  )
  return {
    kinds,
    $kind,
    setKind: (kind) => setParams({ movers: kind === kinds[0] ? undefined : kind }, { replace: true }),
    movers: createQuery($query, readMovers, ({ caller: _, ...query }) => query),
  }
}

export const networkMovers = createMoversSource(moverKinds, atom(undefined))
