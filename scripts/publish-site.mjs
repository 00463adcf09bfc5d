import { resolve } from 'node:path'
import { buildSite } from './build.mjs'
import { callerFolder, install, run } from './install.mjs'

// npm run publish-site -- https://studio.example out/: the built site for one origin, to be put on a static host.
// A server that runs from dist/ is left alone.
install()
const folder = '.cache/site'
const built = await buildSite(folder)
const [origin = '', target = ''] = process.argv.slice(2)
process.exitCode =
  built === 0
    ? await run(['src/build/publish-site.ts', folder, origin, target && resolve(callerFolder, target)])
    : built
