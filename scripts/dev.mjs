import { compileCache, install, run } from './install.mjs'

// The API restarts when its code changes; Astro serves the site and forwards /api to it.
const apiPort = '4322'

install()
const port = process.env.PORT ?? '4321'
console.error(`The site as you work on it: http://localhost:${port} (the API behind it: port ${apiPort})`)
const both = [
  run(['--watch-path=server', '--watch-path=contract', 'server/main.ts'], {
    env: { ...compileCache, PORT: apiPort },
    signals: true,
  }),
  run(['node_modules/astro/bin/astro.mjs', 'dev', '--port', port], {
    env: { API_PORT: apiPort, ASTRO_TELEMETRY_DISABLED: '1' },
    signals: true,
  }),
]
const status = await Promise.race(both)
// Neither process is useful without the other.
process.emit('SIGTERM', 'SIGTERM')
await Promise.all(both)
process.exit(status)
