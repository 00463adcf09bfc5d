import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/** Creates unique class names for CSS modules. They save 0.4 kB per page over Vite's, which include the line. */
export function createClassName(name: string, file: string): string {
  const hash = createHash('sha256').update(relative('.', file)).digest('base64url').slice(0, 4)
  return `${name}_${hash}`
}
