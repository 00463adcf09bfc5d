import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashFiles, install, readStamp, root, run, writeStamp } from './install.mjs'

const inputs = [
  'src',
  'public',
  'contract',
  'astro.config.mjs',
  'astro-i18next.config.cjs',
  'package-lock.json',
]

/**
 * Builds the site into a folder, unless it was already built from exactly these files.
 * @param {string} folder from the root
 * @returns {Promise<number>} exit status
 */
export async function buildSite(folder = 'dist') {
  const digest = `${hashFiles(inputs.flatMap(listFiles))} ${process.env.PUBLIC_API_URL ?? ''}`
  if (existsSync(join(root, folder, 'index.html')) && readStamp(`built-${basename(folder)}`) === digest)
    return 0
  console.error('Building the site …')
  const status = await run(['node_modules/astro/bin/astro.mjs', 'build', '--outDir', folder], {
    env: { ASTRO_TELEMETRY_DISABLED: '1' },
    output: 'failures',
    signals: true,
  })
  if (status === 0) writeStamp(`built-${basename(folder)}`, digest)
  return status
}

/** Lists the files at or below a path, as sorted paths from the root. */
function listFiles(path) {
  const start = join(root, path)
  if (!existsSync(start)) return []
  if (statSync(start).isFile()) return [path]
  return readdirSync(start, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install()
  process.exitCode = await buildSite()
}
