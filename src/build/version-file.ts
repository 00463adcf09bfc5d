import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** Writes a content hash to `version.json` and into the pages. Open pages poll the file to detect a newer build. */
export function versionFile(): AstroIntegration {
  return {
    name: 'version-file',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const hash = createHash('sha256')
        const files = await Array.fromAsync(glob('**/*.{html,js,css}', { cwd: fileURLToPath(dir) }))
        for (const file of files.sort()) hash.update(file).update(await readFile(new URL(file, dir)))
        const build = hash.digest('hex').slice(0, 16)
        await writeFile(new URL('version.json', dir), `${JSON.stringify({ build })}\n`)
        for (const page of files.filter((file) => file.endsWith('.html'))) {
          const html = await readFile(new URL(page, dir), 'utf8')
          const meta = `<meta name="build" content="${build}">`
          await writeFile(
            new URL(page, dir),
            html.replace('</head>', () => `${meta}</head>`),
          )
        }
      },
    },
  }
}
