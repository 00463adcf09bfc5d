import { callerFolder, compileCache, install, run } from './install.mjs'
import { operatorFlags } from './node-flags.mjs'

install()
process.exitCode = await run([...operatorFlags, 'server/operator/main.ts', ...process.argv.slice(2)], {
  signals: true,
  // main.ts enables the same cache, but not for all of its modules.
  env: { ...compileCache, OPERATOR_CWD: callerFolder },
})
