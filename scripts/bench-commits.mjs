import { findBrowser } from './browser.mjs'
import { install, run } from './install.mjs'

install({ dev: true })
process.env.CHROMIUM_PATH = await findBrowser()
process.exitCode = await run(['tests/bench/commits.ts', ...process.argv.slice(2)], { signals: true })
