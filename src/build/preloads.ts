import { glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

type Imports = ReadonlyMap<string, readonly string[]>

/** The static imports of every script of the build, by address. */
async function readImports(dir: URL): Promise<Imports> {
  const imports = new Map<string, string[]>()
  for await (const file of glob('_astro/*.js', { cwd: fileURLToPath(dir) })) {
    const code = await readFile(new URL(file, dir), 'utf8')
    const found = code.matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{][^;"'()]*?from\s*)?["']\.\/([\w.$-]+\.js)["']/g,
    )
    imports.set(
      `/${file}`,
      [...found].map(([, name]) => `/_astro/${name}`),
    )
  }
  return imports
}

function withImports(scripts: Iterable<string>, imports: Imports): Set<string> {
  const all = new Set(scripts)
  for (const script of all) for (const imported of imports.get(script) ?? []) all.add(imported)
  return all
}

/** Tells each page of all scripts that its islands begin with, so that none has to wait for another to name it. */
export function preloads(): AstroIntegration {
  return {
    name: 'preloads',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const imports = await readImports(dir)
        for await (const page of glob('**/*.html', { cwd: fileURLToPath(dir) })) {
          const html = await readFile(new URL(page, dir), 'utf8')
          const first = html.matchAll(/\s(?:component|renderer)-url="(\/_astro\/[^"]+\.js)"/g)
          const scripts = withImports(
            [...first].map(([, script = '']) => script),
            imports,
          )
          const links = [...scripts].map((script) => `<link rel="modulepreload" href="${script}">`).join('')
          await writeFile(
            new URL(page, dir),
            html.replace('</head>', () => `${links}</head>`),
          )
        }
      },
    },
  }
}
