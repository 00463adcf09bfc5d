import { importCatalogue } from '#server/catalogue/import.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { killAtStep } from './kill-at-step.ts'

// Imports a catalogue and kills its own process at one of its steps: `killed-catalogue.ts <step or -1> <file>`.

const [wanted, path = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const db = await openDatabase(config)
await importCatalogue(killAtStep(db, Number(wanted)), path, {
  mediaDir: config.mediaDir,
  checkOnly: false,
  withdrawMissing: true,
  signal: new AbortController().signal,
  step() {},
  begin() {},
  reach() {},
})
await db.close()
