import * as z from 'zod/mini'
import { verifyPassword } from '#server/platform/auth/passwords.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { demoPassword, demoSites } from './sites.ts'

const DemoAccount = z.object({ domain: z.string(), email: z.string(), passwordHash: z.string() })
type DemoAccount = z.output<typeof DemoAccount>

/** Accounts that still have the demo's published password, on whatever site they are now. */
export async function selectPublicAccounts(db: Queryable): Promise<DemoAccount[]> {
  const emails = demoSites.flatMap(({ manager, members }) => [manager, ...members].map(({ email }) => email))
  const candidates = await db.query(
    DemoAccount,
    sql`select s.domain,
      a.email,
      a.password_hash as "passwordHash"
    from accounts a
    join sites s on s.id = a.site_id
    where a.email = any(${emails})
      and a.password_hash is not null
      and a.removed_at is null
    order by s.domain, a.email`,
  )
  const found = []
  // The seed gives all accounts one hash, which is verified once.
  for (const [hash, accounts] of Map.groupBy(candidates, ({ passwordHash }) => passwordHash))
    if (await verifyPassword(demoPassword, hash)) found.push(...accounts)
  return found
}

/** Accounts to show on startup. */
export async function selectDemoAccounts(db: Queryable) {
  const managers = demoSites.map(({ domain, manager }) => ({ domain, role: 'manager', email: manager.email }))
  const member = { domain: 'localhost', role: 'member', email: 'hanip@hookline.example' }
  const found = await selectPublicAccounts(db)
  return [...managers.slice(0, 1), member, ...managers.slice(1)]
    .filter((shown) => found.some(({ domain, email }) => domain === shown.domain && email === shown.email))
    .map((account) => ({ ...account, password: demoPassword }))
}
