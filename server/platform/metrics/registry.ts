import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  prometheusContentType,
  Registry,
} from '@prometheus-io/client'

/** Values of metrics at one time, in a form that can be sent to another process. */
export type Snapshot = MetricObjectWithValues<MetricValue<string>>[]

export const contentType = prometheusContentType

/** Counts of this process. A scrape gets the sum over all processes, or what `aggregator` says. */
const processRegistry = new Registry()

interface Metric<Label extends string> {
  name: `hookline_${string}`
  help: string
  /** Each with few possible values: never a path, a person or an address. */
  labels?: readonly Label[]
}

interface AggregatedMetric<Label extends string> extends Metric<Label> {
  /** Combines the values of several processes; `sum` by default. */
  aggregator?: 'sum' | 'first' | 'max'
}

export const createCounter = <Label extends string = never>({ name, help, labels = [] }: Metric<Label>) =>
  new Counter<Label>({ name, help, labelNames: labels, registers: [processRegistry] })

export const createHistogram = <Label extends string = never>(
  { name, help, labels = [] }: Metric<Label>,
  buckets: number[],
) => new Histogram<Label>({ name, help, labelNames: labels, buckets, registers: [processRegistry] })

export const createGauge = <Label extends string = never>(
  { name, help, labels = [], aggregator = 'sum' }: AggregatedMetric<Label>,
  registry: Registry = processRegistry,
) => new Gauge<Label>({ name, help, labelNames: labels, aggregator, registers: [registry] })

let hasDefaultMetrics = false

/** Memory, CPU time, event loop and garbage collection under the library's usual names. Idempotent. */
export function collectProcessMetrics(): void {
  if (hasDefaultMetrics) return
  hasDefaultMetrics = true
  collectDefaultMetrics({ register: processRegistry })
  // Quantiles of several processes have no sum; there is a histogram of it as well.
  processRegistry.removeSingleMetric('nodejs_eventloop_utilization_summary')
}

export const takeProcessSnapshot = (): Promise<Snapshot> => processRegistry.getMetricsAsJSON()

/** Measures into a registry of its own, so that nothing remains of what no longer exists. */
export async function measure(work: (gauge: typeof createGauge) => Promise<void>): Promise<Snapshot> {
  const registry = new Registry()
  await work((metric) => createGauge(metric, registry))
  return registry.getMetricsAsJSON()
}

/** @returns the text of a reply to a scrape */
export const formatSnapshots = (snapshots: readonly Snapshot[]): Promise<string> =>
  Registry.aggregate([...snapshots]).metrics()

/** The sum of what only grows, to be added to later snapshots once a process has ended. */
export async function addCounters(...snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const counters = snapshots.map((snapshot) =>
    snapshot.filter(({ type }) => type === 'counter' || type === 'histogram'),
  )
  return Registry.aggregate(counters).getMetricsAsJSON()
}
