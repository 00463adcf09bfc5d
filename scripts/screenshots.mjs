import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { buildSite } from './build.mjs'
import { install, root, run } from './install.mjs'

// `npm run screenshots` takes pictures of every public page at three widths, in four languages, light and dark, and
// saves them below screenshots/.
install({ dev: true })
process.env.CHROMIUM_PATH = await findBrowser()
const built = await buildSite()
if (built !== 0) process.exit(built)
const folder = join(root, 'screenshots')
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
process.exitCode = await run(['tests/bench/screenshots.ts', ...process.argv.slice(2)])
