import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The built site and the API on a new embedded database with the demonstration network, as `npm start` does it.
const dataDir = mkdtempSync(join(tmpdir(), 'hookline-e2e-'))
process.env.DATA_DIR = dataDir
process.env.DATABASE_URL = ''
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
await import('../../server/main.ts')
