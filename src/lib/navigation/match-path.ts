import { findShell } from '#contract/portal/hosting.ts'

/** A trailing `/*` matches one more segment, an id of that page. */
export const matchPath = (pattern: string, path: string): boolean =>
  pattern.endsWith('/*') ? findShell(path) === pattern.slice(0, -2) : pattern === path
