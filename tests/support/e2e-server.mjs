import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Serves the built site and the API on a new embedded database with the demonstration network, as `npm start` does. The
// folder is temporary, never the caller's DATA_DIR, and is removed at the end.
const dataDir = process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'hookline-e2e-'))
process.env.DATA_DIR = dataDir
process.env.DATABASE_URL = ''
// All tests share the accounts of the demonstration.
process.env.READS_PER_MINUTE = '1000000'
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
await import('../../server/main.ts')
