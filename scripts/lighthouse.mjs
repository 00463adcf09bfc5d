import { findBrowser } from './browser.mjs'
import { buildSite } from './build.mjs'
import { install, run } from './install.mjs'

install({ dev: true })
process.env.CHROMIUM_PATH = await findBrowser()
const built = await buildSite()
process.exitCode = built === 0 ? await run(['tests/bench/lighthouse.ts', ...process.argv.slice(2)]) : built
