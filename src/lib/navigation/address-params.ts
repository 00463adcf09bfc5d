type Params = Readonly<Record<string, string | undefined>>

const managerParams = ['member']

/** Pages are one-based in the URL, zero-based in the API. */
const parsePage = (text: string) => (Number(text) > 0 ? String(Number(text) - 1) : '')

/** Deselected ids leave gaps. */
const removeGaps = (text: string) => text.split(',').filter(Boolean).join(',')

export function readQueryValue(name: string, params: Params, seesNetwork: boolean): string {
  if (!seesNetwork && managerParams.includes(name)) return ''
  const text = params[name]?.trim() ?? ''
  if (name === 'page') return parsePage(text)
  return name === 'channels' ? removeGaps(text) : text
}
