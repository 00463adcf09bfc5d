import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { importCatalog } from '#server/portal/catalog/import.ts'
import { killAtStep } from './kill-at-step.ts'

// Imports a catalog and kills its own process at one of its steps: `killed-catalog.ts <step or -1> <file>`.

const [targetStep, path = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const db = await openDatabase(config)
await importCatalog(killAtStep(db, Number(targetStep)), path, {
  mediaDir: config.mediaDir,
  checkOnly: false,
  withdrawMissing: true,
  signal: new AbortController().signal,
  setStatus() {},
  start() {},
  update() {},
})
await db.close()
