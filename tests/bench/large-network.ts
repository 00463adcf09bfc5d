import { readFile } from 'node:fs/promises'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { refreshLists } from '#server/figures/lists.ts'
import { createAccount, createSite } from '#tests/support/accounts.ts'
import { execRaw } from '#tests/support/raw-sql.ts'
import { fillLargeCatalog } from './large-catalog.ts'

const script = new URL('./large-network.sql', import.meta.url)

export const largeManager = 'manager@large.example'
export const largeMember = 'member@large.example'

/** Fills an empty database with the large network and catalog. @returns how long the filling and the lists took */
export async function fillLargeNetwork(db: Database): Promise<{ fillSeconds: number; listSeconds: number }> {
  const started = performance.now()
  await migrate(db)
  const site = await createSite(db, 'localhost')
  const network = await createAccount(db, site, largeManager)
  const member = await createAccount(db, site, largeMember, network)
  const sql = await readFile(script, 'utf8')
  await execRaw(db, sql.replaceAll('NETWORK', String(network)).replaceAll('MEMBER', String(member)))
  await fillLargeCatalog(db)
  await execRaw(db, 'vacuum analyze')
  const filledAt = performance.now()
  await refreshLists(db)
  const listedAt = performance.now()
  await execRaw(db, 'vacuum analyze')
  return { fillSeconds: (filledAt - started) / 1000, listSeconds: (listedAt - filledAt) / 1000 }
}
