import * as cli from '#server/platform/command-line/command.ts'
import type { Finding } from '#server/platform/command-line/finding.ts'
import { formatCount } from '#server/platform/command-line/format.ts'

export const commands = [
  cli.defineQuery('doctor', {
    summary: 'check the installation and say what to fix',
    help: `Next to a server with the embedded database it checks the settings of that server; with DATABASE_URL it checks
its own, so give it the environment of the servers. It also checks a database that lacks migrations, as far as that is
possible. A warning is something that users will notice is missing, an error is something that does not work. --json prints a list of findings, each with subject, status, message and, if it is not ok, fix.`,
    examples: ['doctor || echo "the installation needs attention"'],
    exitStatus: '0 everything is ok, 1 there are warnings or errors, 2 it could not run',
    runsWithoutMigrations: true,
    async read(context) {
      const { diagnose } = await import('#server/operations/diagnosis.ts')
      return diagnose(context, new Date())
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
