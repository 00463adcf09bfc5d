/** What stays chosen on the way from one report to another. */
const sharedParams = ['period', 'member'] as const

type Params = Readonly<Record<string, string>>

/** The address of a report, without language: for the period and the member of the address `params`, and with `more`. */
export function buildReportPath(path: string, params: Params, extraParams: Params = {}): string {
  const query = new URLSearchParams()
  for (const name of sharedParams) {
    const value = params[name]
    if (value) query.set(name, value)
  }
  for (const [name, value] of Object.entries(extraParams)) query.set(name, value)
  return query.size > 0 ? `${path}?${query}` : path
}
