import { install, run } from './install.mjs'

install()
process.exitCode = await run(['tests/bench/main.ts', ...process.argv.slice(2)], { signals: true })
