export interface Quartiles {
  low: number
  median: number
  high: number
}

/** Lower quartile, median and upper quartile: of the values themselves, so that amounts stay integers. 0 without values. */
export function computeQuartiles(values: readonly number[]): Quartiles {
  const sorted = values.toSorted((a, b) => a - b)
  const last = sorted.length - 1
  const pick = (rank: number) => sorted[rank] ?? 0
  return {
    low: pick(Math.floor(last / 4)),
    median: pick(Math.floor(last / 2)),
    high: pick(Math.ceil((3 * last) / 4)),
  }
}
