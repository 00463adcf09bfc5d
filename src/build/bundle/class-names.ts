import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/** Unique names for the classes of CSS modules, 0.4 kB shorter per page than Vite's, which include the line. */
export function createClassName(name: string, file: string): string {
  const hash = createHash('sha256').update(relative('.', file)).digest('base64url').slice(0, 4)
  return `${name}_${hash}`
}
