import * as cli from '#server/platform/command-line/command.ts'
import type { Checks, Finding, Findings } from '#server/platform/command-line/finding.ts'
import { formatCount } from '#server/platform/command-line/format.ts'

const loadChecks = async (): Promise<Checks> => ({
  ...(await import('./checks.ts')).checks,
  ...(await import('#server/portal/commands/checks.ts')).checks,
  ...(await import('#server/people/commands/checks.ts')).checks,
  ...(await import('#server/channels/commands/checks.ts')).checks,
  ...(await import('#server/reports/commands/checks.ts')).checks,
})

export const commands = [
  cli.defineQuery('doctor', {
    summary: 'check the installation and say what to fix',
    help: `Next to a server with the embedded database it checks the settings of that server; with DATABASE_URL it checks
its own, so give it the environment of the servers. A warning is something people will miss, an error is something that
does not work. --json prints a list of findings, each with subject, status, message and, if it is not ok, fix.`,
    examples: ['doctor || echo "the installation needs attention"'],
    exitStatus: '0 everything is ok, 1 there are warnings or errors, 2 it could not run',
    async read(context) {
      const findings: Finding[] = []
      for (const [name, check] of Object.entries(await loadChecks()))
        findings.push(
          ...(await check(context, new Date()).then(flatten, (error: Error): Finding[] => [
            { subject: name, status: 'error', message: `the check failed: ${error.message}` },
          ])),
        )
      return findings
    },
    format(findings) {
      const count = (expected: Finding['status']) =>
        findings.filter(({ status }) => status === expected).length
      const problems = `${formatCount(count('error'), 'error')}, ${formatCount(count('warning'), 'warning')}`
      return [
        findings.map(({ subject, status, message, fix }) => [
          `${status.padEnd(7)}  ${subject}: ${message}`,
          fix && `${' '.repeat(9)}→ ${fix}`,
        ]),
        count('ok') === findings.length ? 'Everything is ok.' : problems,
      ]
    },
    getStatus: (findings) => (findings.every(({ status }) => status === 'ok') ? 0 : 1),
  }),
]

const flatten = (found: Findings): Finding[] =>
  !found ? [] : 'subject' in found ? [found] : found.flatMap(flatten)
