import { buildSite } from './build.mjs'
import { install, run } from './install.mjs'

// npm run publish-site -- https://studio.example out/: the built site for one origin, to be put on a static host.
install()
const built = await buildSite()
process.exitCode = built === 0 ? await run(['src/build/publish-site.ts', ...process.argv.slice(2)]) : built
