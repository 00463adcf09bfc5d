import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { releaseMonth, reopenMonth } from '#server/settlement/closing/releases.ts'
import { killAtStep } from './kill-at-step.ts'
import { closePreviewed, testCloser } from './months.ts'

// Closes, releases or reopens March 2026 and kills its own process at one of its steps:
// `month-closing-process.ts <close, release or reopen> <step or -1>`.

const [phase, targetStep] = process.argv.slice(2)
const db = await openDatabase(readConfig(process.env))
const killed = killAtStep(db, Number(targetStep))
const month = '2026-03-01'
const now = new Date('2026-11-20T12:00:00Z')
if (phase === 'close')
  await closePreviewed(killed, {
    month,
    krwMicros: 1_386_500_000,
    now,
    explanation: 'There is no payment summary.',
  })
else if (phase === 'release') await releaseMonth(killed, { month, now }, testCloser)
else await reopenMonth(killed, { month, reason: 'A slip.' }, testCloser)
await db.close()
