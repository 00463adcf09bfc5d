/** Open modals as flags of the query: they are for moving back and forth, not for coming in by. */
const flags = [
  'menu',
  'delete',
  'logout',
  'videoDetail',
  'addChannel',
  'verify',
  'review',
  'assign',
  'unassign',
  'addMember',
  'password',
]

/** The query without the flags, undefined when it has none. */
export function searchWithoutFlags(search: string): string | undefined {
  const params = new URLSearchParams(search)
  if (!flags.some((flag) => params.has(flag))) return undefined
  for (const flag of flags) params.delete(flag)
  return params.size > 0 ? `?${params}` : ''
}
