import { type Command, type Context, UsageError } from './command.ts'
import { checkCatalogue } from './doctor-catalogue.ts'
import { checkDatabase, checkJobs, checkLists, checkMigrations } from './doctor-database.ts'
import { checkPlace } from './doctor-place.ts'
import { checkRates, checkReports, checkSites } from './doctor-upkeep.ts'
import { countOf } from './outcome.ts'

/** What was found of one thing, and what to do about it. */
export interface Finding {
  about: string
  state: 'fine' | 'warning' | 'fault'
  says: string
  todo?: string
}

export type Check = (context: Pick<Context, 'db' | 'config'>, now: Date) => Promise<Finding[]>

const checks: Record<string, Check> = {
  place: checkPlace,
  database: checkDatabase,
  migrations: checkMigrations,
  sites: checkSites,
  reports: checkReports,
  rates: checkRates,
  lists: checkLists,
  catalogue: checkCatalogue,
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
  prepare(given) {
    if (given.positionals.length > 0) throw new UsageError('Give only --json.')
    return async ({ db, config, print }) => {
      const findings: Finding[] = []
      for (const [about, check] of Object.entries(checks)) findings.push(...(await found(about, check)))
      if (given.flag('json')) print(JSON.stringify(findings, null, 1))
      else for (const line of described(findings)) print(line)
      return findings.every(({ state }) => state === 'fine') ? 0 : 1

      /** What cannot be checked is a fault of its own; the others are told all the same. */
      async function found(about: string, check: Check): Promise<Finding[]> {
        try {
          return await check({ db, config }, new Date())
        } catch (error) {
          return [{ about, state: 'fault', says: `it could not be checked: ${(error as Error).message}` }]
        }
      }
    }
  },
}

function described(findings: readonly Finding[]): string[] {
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length
  const wrong = [countOf(count('fault'), 'fault'), countOf(count('warning'), 'warning')]
  return [
    ...findings.flatMap(({ about, state, says, todo }) => [
      `${state.padEnd(7)}  ${about}: ${says}`,
      ...(todo === undefined ? [] : [`${' '.repeat(9)}→ ${todo}`]),
    ]),
    count('fine') === findings.length ? 'All is fine.' : wrong.join(', '),
  ]
}
