import { stateSubjects } from '#server/metrics.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import { createSnapshots } from '#server/platform/metrics/process.ts'
import { formatSnapshots } from '#server/platform/metrics/registry.ts'

export const metricsToken = 'token-of-the-tests-0123456789'

interface ScrapeOptions {
  now?: () => Date
  timeoutMs?: number
}

/** A scrape, as a server with a single process answers it; nothing is cached between two scrapes. */
export function createTestScrape(
  db: Database,
  { now = () => new Date(), timeoutMs }: ScrapeOptions = {},
): () => Promise<string> {
  const log = createLog('silent')
  const folders = { data: '.', media: './folder-that-does-not-exist' }
  return async () => {
    const takeSnapshot = createSnapshots({ db, log, now, folders, subjects: stateSubjects, timeoutMs })
    return formatSnapshots([await takeSnapshot({ withState: true })])
  }
}

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** @throws for a line that is not in Prometheus's text format */
export function parseMetrics(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const match = /^([a-z_]\w*)(?:\{(.*)\})? ([-+]?(?:[\d.]+(?:e[-+]?\d+)?|Inf|NaN))$/i.exec(line)
      if (!match) throw new Error(`Not a sample: ${line}`)
      const [, name = '', labelText = '', value = ''] = match
      const labels = [...labelText.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text])
      return { name, labels: Object.fromEntries(labels), value: Number(value.replace('Inf', 'Infinity')) }
    })
}

/** Sums the samples with these labels; undefined if there are none. */
export function findValue(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}
