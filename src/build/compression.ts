import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { templatesFolder } from '#contract/portal/hosting.ts'

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]
/** Smaller files hardly shrink. */
const minBytes = 600

export async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < minBytes) return
  const [brotli, zipped] = await Promise.all([
    toBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    toGzip(content, { level: 9 }),
  ])
  await writeFile(`${path}.br`, brotli)
  await writeFile(`${path}.gz`, zipped)
}

/** Compresses only static assets: pages are compressed once their origin is set, when they are served or published. */
export function compression(): AstroIntegration {
  return {
    name: 'compression',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir)
        for await (const file of glob('**/*.{js,css,svg}', {
          cwd: folder,
          exclude: [`${templatesFolder}/**`],
        }))
          await compressFile(join(folder, file))
      },
    },
  }
}
