import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { killAtStep } from './kill-at-step.ts'

// Imports files and kills its own process at one of its steps: `killed-import.ts <step or -1> <files …>`.

const [targetStep, ...paths] = process.argv.slice(2)
const db = await openDatabase(readConfig(process.env))
await importFiles(killAtStep(db, Number(targetStep)), paths, { created: new Date('2026-05-01T00:00:00Z') })
await db.close()
