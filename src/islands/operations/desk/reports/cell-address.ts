/** `owner/kind/day`; names of content owners may have slashes. */
export function parseCellAddress(address: string): Record<'owner' | 'kind' | 'day', string> {
  const parts = address.split('/')
  const [kind = '', day = ''] = parts.slice(-2)
  return { owner: parts.slice(0, -2).join('/'), kind, day }
}

export const formatCellAddress = ({ owner, kind, day }: Record<'owner' | 'kind' | 'day', string>): string =>
  [owner, kind, day].join('/')
