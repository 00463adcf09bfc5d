import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** Writes `version.json` with an id that changes with anything in the build, and with nothing else. */
export function release(): AstroIntegration {
  return {
    name: 'release',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const hash = createHash('sha256')
        const files = await Array.fromAsync(glob('**/*.{html,js,css}', { cwd: fileURLToPath(dir) }))
        for (const file of files.sort()) hash.update(file).update(await readFile(new URL(file, dir)))
        const build = hash.digest('hex').slice(0, 16)
        await writeFile(new URL('version.json', dir), `${JSON.stringify({ build })}\n`)
      },
    },
  }
}
