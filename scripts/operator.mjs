import { callerFolder, compileCache, install, run } from './install.mjs'
import { operatorFlags } from './node-flags.mjs'

install()
process.exitCode = await run([...operatorFlags, 'server/operator/main.ts', ...process.argv.slice(2)], {
  signals: true,
  // As main.ts does, but for all of its modules.
  env: { ...compileCache, OPERATOR_CWD: callerFolder },
})
