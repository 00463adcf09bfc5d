import { computed } from 'nanostores'
import { type MoverKind, moverKinds, readMovers } from '#contract/movers.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $params, setParams } from '#lib/navigation/router.ts'
import { $filter } from './filter.ts'
import { pickTime } from './time.ts'

/** `movers` of the address, channels by default. */
export const $moverKind = computed(
  $params,
  (params): MoverKind => moverKinds.find((kind) => kind === params.movers) ?? 'channel',
)

export const setMoverKind = (kind: MoverKind) =>
  setParams({ movers: kind === 'channel' ? undefined : kind }, { replace: true })

const $moversQuery = computed([$caller, $filter, $moverKind], (caller, { member, ...filter }, by) =>
  caller === null ? null : { caller, ...pickTime(filter), member, by },
)

export const movers = createQuery($moversQuery, readMovers, ({ caller: _, ...query }) => query)
