import { runOperatorCommand } from '#server/operator/run.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { killAtStep } from './kill-at-step.ts'

// Runs an operator's command and kills its own process at one of its steps: `command-process.ts <step or -1> <words…>`.

const [targetStep, ...words] = process.argv.slice(2)
const config = readConfig(process.env)
const db = await openDatabase(config)
process.exitCode = await runOperatorCommand(words, {
  openDatabase: async () => killAtStep(db, Number(targetStep)),
  config,
  cwd: process.cwd(),
  signal: new AbortController().signal,
  progress: { start() {}, advance() {}, completeFile() {}, startStep() {}, end() {} },
  print() {},
})
