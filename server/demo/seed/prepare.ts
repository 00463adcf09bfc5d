import { selectPublicAccounts } from '#server/demo/data/accounts.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import { type Config, ConfigError } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { ensureDemoData, isDatabaseUsed } from './seed.ts'

/**
 * Safe default: the demo's password is public, so its accounts are served to other machines only with DEMO=1.
 * @throws {ConfigError} when the server would serve them without it
 */
export async function prepareDemo(
  db: Database,
  { demo, exposedBy, isDemoWithheld }: Pick<Config, 'demo' | 'exposedBy' | 'isDemoWithheld'>,
  encryption: Encryption,
  print: (line: string) => void,
): Promise<void> {
  if (demo) return ensureDemoData(db, new Date(), encryption, print)
  if (exposedBy === undefined) return
  const accounts = await selectPublicAccounts(db)
  if (accounts.length > 0)
    throw new ConfigError(
      `Other machines can reach this server (${exposedBy}), but ${accounts.length} of its accounts have the ` +
        'password of the demo, which is public. Use another DATA_DIR or database, give each account another password ' +
        `(npm run operator -- account password ${accounts[0]?.email} --site ${accounts[0]?.domain}), or set DEMO=1 ` +
        'to serve the demo to everybody.',
    )
  if (isDemoWithheld && !(await isDatabaseUsed(db)))
    print(
      `The demo was not created: its password is public, and other machines can reach this server (${exposedBy}). ` +
        'Set DEMO=1 to create it anyway.',
    )
}
