import { createCommand, type Schedule } from './command.ts'
import { checkDemoAccounts } from './doctor-accounts.ts'
import { checkRates, checkReports, checkSites } from './doctor-content.ts'
import { checkDatabase, checkJobs, checkLists, checkMigrations } from './doctor-database.ts'
import { checkEnvironment } from './doctor-environment.ts'
import { checkFetching } from './doctor-fetching.ts'
import { checkHomes } from './doctor-homes.ts'
import { checkMail } from './doctor-mail.ts'
import { checkMedia } from './doctor-media.ts'
import { checkPeople } from './doctor-people.ts'
import { checkRegistrations } from './doctor-registrations.ts'
import { checkTransport } from './doctor-transport.ts'
import { type Check, createError, type Finding } from './finding.ts'
import { formatCount, formatResult } from './format.ts'

const checks: Record<string, Check> = {
  environment: checkEnvironment,
  transport: checkTransport,
  database: checkDatabase,
  migrations: checkMigrations,
  sites: checkSites,
  people: checkPeople,
  registrations: checkRegistrations,
  'demo accounts': checkDemoAccounts,
  'fetching reports': checkFetching,
  reports: checkReports,
  'exchange rates': checkRates,
  lists: checkLists,
  'home pages': checkHomes,
  'media files': checkMedia,
  mail: checkMail,
  jobs: checkJobs,
}

export const doctorCommand = (schedule: Schedule) =>
  createCommand('doctor', {
    summary: 'check the installation and say what to fix',
    help: `Next to a server with the embedded database it checks the settings of that server; with DATABASE_URL it checks
its own, so give it the environment of the servers. A warning is something people will miss, an error is something that
does not work. --json prints a list of findings, each with subject, status, message and, if it is not ok, fix.`,
    examples: ['doctor || echo "the installation needs attention"'],
    exitStatus: '0 everything is ok, 1 there are warnings or errors, 2 it could not run',
  })
    .option('--json', 'print JSON')
    .action(({ json }) =>
      schedule(async (context) => {
        const findings: Finding[] = []
        for (const [name, check] of Object.entries(checks))
          findings.push(
            ...(await check(context, new Date()).catch((error: Error) => [
              createError(name, `the check failed: ${error.message}`),
            ])),
          )
        context.print(formatResult(json, findings, formatFindings))
        return findings.every(({ status }) => status === 'ok') ? 0 : 1
      }),
    )

function formatFindings(findings: readonly Finding[]): string[] {
  const count = (expected: Finding['status']) => findings.filter(({ status }) => status === expected).length
  const problems = `${formatCount(count('error'), 'error')}, ${formatCount(count('warning'), 'warning')}`
  return [
    ...findings.flatMap(({ subject, status, message, fix }) => [
      `${status.padEnd(7)}  ${subject}: ${message}`,
      ...(fix === undefined ? [] : [`${' '.repeat(9)}→ ${fix}`]),
    ]),
    count('ok') === findings.length ? 'Everything is ok.' : problems,
  ]
}
