import { resolve } from 'node:path'
import { buildSite } from './build.mjs'
import { callerFolder, install, run } from './install.mjs'

// `npm run publish-site -- https://studio.example out/` prepares the built site for one origin on a static host. It
// does not affect a server that runs from dist/.
install()
const folder = '.cache/site'
const built = await buildSite(folder)
const [origin = '', target = ''] = process.argv.slice(2)
process.exitCode =
  built === 0
    ? await run(['src/build/publish-site.ts', folder, origin, target && resolve(callerFolder, target)])
    : built
