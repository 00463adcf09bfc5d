import * as z from 'zod/mini'
import type { Encryption } from './platform/auth/encryption.ts'
import { type Config, ConfigError } from './platform/config.ts'
import type { Database, Queryable } from './platform/db/database.ts'
import { isDatabaseUsed, isDemoSeeded } from './platform/db/demo-state.ts'
import { queryOne } from './platform/db/rows.ts'
import { sql } from './platform/db/sql.ts'

/** The code of the demonstration is loaded here only, and only where it runs: production has none of it in memory. */
const importDemo = async () => (await import('./demo/demo.ts')).demo

export type Demo = Awaited<ReturnType<typeof importDemo>>

/**
 * Creates the demo network in an empty database. Safe default: the demo's password is public, so its accounts are served
 * to other machines only with DEMO=1.
 * @returns null where the demonstration does not run
 * @throws {ConfigError} when the server would serve the accounts without DEMO=1
 */
export async function prepareDemo(
  db: Database,
  {
    demo: isEnabled,
    exposedBy,
    isDemoWithheld,
    trackFilesDir,
  }: Pick<Config, 'demo' | 'exposedBy' | 'isDemoWithheld' | 'trackFilesDir'>,
  encryption: Encryption,
  print: (line: string) => void,
): Promise<Demo | null> {
  const demo = isEnabled ? await loadDemo(db) : null
  await demo?.ensureData(db, new Date(), encryption, print, trackFilesDir)
  if (isEnabled || exposedBy === undefined) return demo
  await refusePublicAccounts(db, exposedBy)
  if (isDemoWithheld && !(await isDatabaseUsed(db)))
    print(
      `The demo was not created: its password is public, and other machines can reach this server (${exposedBy}). ` +
        'Set DEMO=1 to create it anyway.',
    )
  return null
}

/** Skips installations that have sites of their own. */
const loadDemo = async (db: Queryable): Promise<Demo | null> =>
  (await isDemoSeeded(db)) || !(await isDatabaseUsed(db)) ? importDemo() : null

async function refusePublicAccounts(db: Queryable, exposedBy: string): Promise<void> {
  const accounts = await selectPublicAccounts(db)
  if (accounts.length > 0)
    throw new ConfigError(
      `Other machines can reach this server (${exposedBy}), but ${accounts.length} of its accounts have the ` +
        'password of the demo, which is public. Use another DATA_DIR or database, give each account another password ' +
        `(npm run operator -- account password ${accounts[0]?.email} --site ${accounts[0]?.domain}), or set DEMO=1 ` +
        'to serve the demo to everybody.',
    )
}

const ExampleRow = z.object({ hasExamples: z.boolean() })

/** Accounts that still have the demo's public password. The demo's addresses are in `.example`, which nobody can own. */
export async function selectPublicAccounts(db: Queryable): Promise<{ domain: string; email: string }[]> {
  const { hasExamples } = await queryOne(
    db,
    ExampleRow,
    sql`select exists (
      select
      from accounts
      where email like '%.example'
        and removed_at is null
    ) as "hasExamples"`,
  )
  return hasExamples ? (await importDemo()).selectPublicAccounts(db) : []
}
