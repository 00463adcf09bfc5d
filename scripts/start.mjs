import { buildSite } from './build.mjs'
import { compileCache, install, run } from './install.mjs'
import { serverFlags } from './node-flags.mjs'

// This file runs on the machine's own Node; everything after the installation runs on the project's.
install()
process.exitCode =
  (await buildSite()) || (await run([...serverFlags, 'server/main.ts'], { signals: true, env: compileCache }))
