export const sharedParams = ['period', 'from', 'to', 'compare', 'member', 'tag'] as const

type Params = Readonly<Record<string, string>>

export function buildReportPath(path: string, params: Params, extraParams: Params = {}): string {
  const query = new URLSearchParams()
  for (const name of sharedParams) {
    const value = params[name]
    if (value) query.set(name, value)
  }
  for (const [name, value] of Object.entries(extraParams)) query.set(name, value)
  return query.size > 0 ? `${path}?${query}` : path
}

/** Selects the parameters with one of these names. */
export const pickParams = (params: Params, names: readonly string[]): Params =>
  Object.fromEntries(names.flatMap((name) => (params[name] ? [[name, params[name]]] : [])))
