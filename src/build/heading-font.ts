import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { parseHtml } from '#lib/page/fill/parse-html.ts'
import { headingFontFamily, headingSelector } from '#lib/page/prerender/heading-font.ts'

const charactersFile = 'src/styles/heading-font/characters.txt'

export const readFontCharacters = async (root: URL): Promise<string> =>
  (await readFile(new URL(charactersFile, root), 'utf8')).replace(/\n$/, '')

interface HeadingText {
  readonly page: string
  readonly text: string
}

/** Collects the texts of built pages that use the heading font. */
export async function collectHeadingTexts(folder: URL): Promise<HeadingText[]> {
  const texts: HeadingText[] = []
  for (const page of await Array.fromAsync(glob('**/*.html', { cwd: fileURLToPath(folder) }))) {
    const html = await readFile(new URL(page, folder), 'utf8')
    if (!html.includes(headingFontFamily)) continue
    for (const { textContent } of parseHtml(html).querySelectorAll(headingSelector))
      texts.push({ page, text: (textContent ?? '').replace(/\s+/g, ' ').trim() })
  }
  return texts.sort((a, b) => a.page.localeCompare(b.page))
}

export function describeMissingCharacters(texts: readonly HeadingText[], characters: string): string[] {
  const known = new Set(characters)
  return texts.flatMap(({ page, text }) =>
    [...new Set(text)]
      .filter((character) => !known.has(character))
      .map(
        (character) =>
          `${page} has “${character}” (U+${character.codePointAt(0)?.toString(16).toUpperCase()}) in “${text}”`,
      ),
  )
}

/** Stops a build whose headings would mix two fonts within a word. */
export function headingFont(): AstroIntegration {
  let root: URL
  return {
    name: 'heading-font',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = config.root
      },
      'astro:build:done': async ({ dir }) => {
        const problems = describeMissingCharacters(
          await collectHeadingTexts(dir),
          await readFontCharacters(root),
        )
        if (problems.length > 0)
          throw new Error(
            `Characters that the heading font lacks: run \`npm run heading-font -- <PretendardVariable.ttf>\`.\n${problems.join('\n')}`,
          )
      },
    },
  }
}
