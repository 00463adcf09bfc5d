import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import { killAtStep } from './kill-at-step.ts'

// Imports final files and kills its own process at one of its steps: `month-import-process.ts <step or -1> <files …>`.

const [targetStep, ...paths] = process.argv.slice(2)
const db = await openDatabase(readConfig(process.env))
await importMonthFiles(killAtStep(db, Number(targetStep)), paths, { owner: 'main' })
await db.close()
