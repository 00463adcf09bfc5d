/** A trailing `/*` matches exactly one more segment. */
export function matchPath(pattern: string, path: string): boolean {
  if (!pattern.endsWith('/*')) return pattern === path
  const rest = path.startsWith(pattern.slice(0, -1)) ? path.slice(pattern.length - 1) : ''
  return rest !== '' && !rest.includes('/')
}
