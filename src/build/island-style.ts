import { glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** Astro writes it before the first island of a page. */
const islandStyle = /<style>astro-island,[^<]*<\/style>/

/**
 * Moves the style of the islands from the body to the head. A style sheet that is loaded later goes to the end of the
 * head: with another sheet behind it, Chromium computes all styles again, and the layout of the whole page.
 */
export function moveIslandStyle(html: string, page: string): string {
  if (!html.includes('<astro-island')) return html
  const [style] = islandStyle.exec(html) ?? []
  if (style === undefined)
    throw new Error(`${page} has an island, but not the style that Astro writes for it`)
  return html.replace(style, '').replace('</head>', () => `${style}</head>`)
}

/** Must precede the integration that hashes inline styles. */
export function islandStyleInHead(): AstroIntegration {
  return {
    name: 'island-style',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        for await (const page of glob('**/*.html', { cwd: fileURLToPath(dir) })) {
          const html = await readFile(new URL(page, dir), 'utf8')
          await writeFile(new URL(page, dir), moveIslandStyle(html, page))
        }
      },
    },
  }
}
