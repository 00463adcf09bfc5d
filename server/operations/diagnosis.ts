import type { Checks, Finding, Findings } from '#server/platform/command-line/finding.ts'
import { warning } from '#server/platform/command-line/finding.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Those of all rooms. */
const loadChecks = async (): Promise<Checks> => ({
  ...(await import('./commands/checks.ts')).checks,
  ...(await import('#server/settlement/documents/checks.ts')).checks,
  ...(await import('#server/settlement/files/checks.ts')).checks,
  ...(await import('#server/settlement/statements/questions/checks.ts')).checks,
  ...(await import('#server/portal/commands/checks.ts')).checks,
  ...(await import('#server/people/commands/checks.ts')).checks,
  ...(await import('#server/channels/commands/checks.ts')).checks,
  ...(await import('#server/reports/commands/checks.ts')).checks,
})

/** Checks the installation, also one whose database lacks migrations, as far as that is possible. */
export async function diagnose(
  context: { db: Database; config: Config },
  now: Date,
): Promise<readonly Finding[]> {
  const { isMigrated } = await import('#server/platform/db/migrate.ts')
  const findings: Finding[] = []
  const failures: Finding[] = []
  for (const [name, check] of Object.entries(await loadChecks()))
    try {
      findings.push(...flatten(await check(context, now)))
    } catch (cause) {
      const message = `the check failed: ${(cause as Error).message}`
      failures.push({ subject: name, status: 'error', message })
    }
  if (failures.length === 0 || (await isMigrated(context.db).catch(() => true)))
    return [...findings, ...failures]
  const names = failures.map(({ subject }) => subject).join(', ')
  return [...findings, warning('not checked', names, 'Correct the schema first, then run: doctor')]
}

const flatten = (found: Findings): Finding[] =>
  !found ? [] : 'subject' in found ? [found] : found.flatMap(flatten)
