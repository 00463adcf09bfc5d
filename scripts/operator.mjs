import { join } from 'node:path'
import { install, root, run } from './install.mjs'
import { operatorFlags } from './operator-flags.mjs'

install()
process.exitCode = await run([...operatorFlags, 'server/operator/main.ts', ...process.argv.slice(2)], {
  signals: true,
  // As main.ts does, but for all of its modules.
  env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node') },
})
