import { install, run } from './install.mjs'

install({ dev: true })
process.exitCode = await run(['tests/bench/main.ts', ...process.argv.slice(2)], { signals: true })
