import { install, run } from './install.mjs'

install()
process.exitCode = await run(['server/operator/main.ts', ...process.argv.slice(2)], { signals: true })
