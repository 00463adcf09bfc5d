import { run } from '../../scripts/install.mjs'

// Runs `npm start` without installing and building.
process.exitCode = await run(['server/main.ts'], { signals: true })
