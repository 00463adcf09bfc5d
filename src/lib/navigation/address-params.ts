type Params = Readonly<Record<string, string | undefined>>

/** Parameters that only count for managers. */
const managerParams = ['member']

/** Pages of a list are numbered from 1 in the address, from 0 in the API. */
const parsePage = (text: string) => (Number(text) > 0 ? String(Number(text) - 1) : '')

/** A list of ids has gaps where one has been deselected. */
const removeGaps = (text: string) => text.split(',').filter(Boolean).join(',')

/** A parameter of the address as a value of a query, '' when it is missing. */
export function readQueryValue(name: string, params: Params, isManager: boolean): string {
  if (!isManager && managerParams.includes(name)) return ''
  const text = params[name]?.trim() ?? ''
  if (name === 'page') return parsePage(text)
  return name === 'channels' ? removeGaps(text) : text
}
