import { createCounter } from '#server/platform/metrics/registry.ts'

const reads = createCounter({
  name: 'hookline_cache_reads_total',
  help: 'Reads of the server caches.',
  labels: ['cache', 'result'],
})

export type CacheName = 'sites' | 'sessions' | 'responses'

export const countCacheRead = (cache: CacheName, isHit: boolean): void =>
  reads.inc({ cache, result: isHit ? 'hit' : 'miss' })
