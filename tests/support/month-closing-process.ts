import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { killAtStep } from './kill-at-step.ts'
import { closeAndRelease } from './months.ts'

// Closes March 2026 and kills its own process at one of its steps: `month-closing-process.ts <step or -1>`.

const [targetStep] = process.argv.slice(2)
const db = await openDatabase(readConfig(process.env))
await closeAndRelease(killAtStep(db, Number(targetStep)), {
  month: '2026-03-01',
  krwMicros: 1_386_500_000,
  now: new Date('2026-11-20T12:00:00Z'),
  explanation: 'There is no payment summary.',
})
await db.close()
