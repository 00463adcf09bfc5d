import { computed, type ReadableAtom } from 'nanostores'
import { type MoverKind, type Movers, moverKinds, readMovers } from '#contract/reports/movers.ts'
import { $networkKey, type ScopeKey } from '#islands/reports/state/scope-key.ts'
import { createQuery, type Query } from '#lib/api/query.ts'
import { $params, setParams } from '#lib/navigation/router.ts'

interface MoversKey extends ScopeKey {
  by: MoverKind
}

export interface MoversSource {
  kinds: readonly MoverKind[]
  $kind: ReadableAtom<MoverKind>
  setKind: (kind: MoverKind) => void
  movers: Query<MoversKey, Movers>
}

/** The parameter `movers` chooses one of the kinds, the first by default. */
export function createMoversSource(
  kinds: readonly [MoverKind, ...MoverKind[]],
  $key: ReadableAtom<ScopeKey | null>,
): MoversSource {
  const $kind = computed(
    $params,
    (params): MoverKind => kinds.find((kind) => kind === params.movers) ?? kinds[0],
  )
  const $query = computed([$key, $kind], (key, by): MoversKey | null => key && { ...key, by })
  return {
    kinds,
    $kind,
    setKind: (kind) => setParams({ movers: kind === kinds[0] ? undefined : kind }, { replace: true }),
    movers: createQuery($query, readMovers, ({ caller: _, ...query }) => query),
  }
}

export const networkMovers = createMoversSource(moverKinds, $networkKey)
