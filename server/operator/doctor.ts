import { type Command, UsageError } from './command.ts'
import type { Check, Finding } from './diagnostic.ts'
import { checkCatalog } from './doctor-catalog.ts'
import { checkRates, checkReports, checkSites } from './doctor-content.ts'
import { checkDatabase, checkJobs, checkLists, checkMigrations } from './doctor-database.ts'
import { checkEnvironment } from './doctor-environment.ts'
import { formatCount } from './format.ts'

const checks: Record<string, Check> = {
  place: checkEnvironment,
  database: checkDatabase,
  migrations: checkMigrations,
  sites: checkSites,
  reports: checkReports,
  rates: checkRates,
  lists: checkLists,
  catalogue: checkCatalog,
  jobs: checkJobs,
}

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--json]',
  summary: 'Checks the installation and says what to do.',
  help: `Beside a server with the embedded database it tells of that server's settings; with DATABASE_URL of those that
it is called with, so give it the server's environment. A warning is something that people will miss, a fault is
something that does not work.

  --json  for programs: a list of findings, each with about, state, says, and todo where there is something to do

For instance:
  npm run operator -- doctor || echo "something is to be done"

Status: 0 all is fine, 1 there are warnings or faults, 2 it could not run.`,
  options: { json: { type: 'boolean' } },
  prepare(args) {
    if (args.positionals.length > 0) throw new UsageError('Give only --json.')
    return async ({ db, config, print }) => {
      const findings: Finding[] = []
      for (const [about, check] of Object.entries(checks)) findings.push(...(await runCheck(about, check)))
      if (args.flag('json')) print(JSON.stringify(findings, null, 1))
      else for (const line of formatFindings(findings)) print(line)
      return findings.every(({ state }) => state === 'fine') ? 0 : 1

      /** What cannot be checked is a fault of its own; the others are told all the same. */
      async function runCheck(about: string, check: Check): Promise<Finding[]> {
        try {
          return await check({ db, config }, new Date())
        } catch (error) {
          return [{ about, state: 'fault', says: `it could not be checked: ${(error as Error).message}` }]
        }
      }
    }
  },
}

function formatFindings(findings: readonly Finding[]): string[] {
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length
  const problems = [formatCount(count('fault'), 'fault'), formatCount(count('warning'), 'warning')]
  return [
    ...findings.flatMap(({ about, state, says, todo }) => [
      `${state.padEnd(7)}  ${about}: ${says}`,
      ...(todo === undefined ? [] : [`${' '.repeat(9)}→ ${todo}`]),
    ]),
    count('fine') === findings.length ? 'All is fine.' : problems.join(', '),
  ]
}
