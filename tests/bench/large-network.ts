import { readFile } from 'node:fs/promises'
import type { Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { makeAccount, makeSite } from '#tests/support/people.ts'
import { fillLargeMusics } from './large-musics.ts'

const script = new URL('./large-network.sql', import.meta.url)

export const largeManager = 'manager@large.example'
export const largeMember = 'member@large.example'

/** Fills an empty database with the large network and catalogue. @returns how long the filling and the lists took */
export async function fillLargeNetwork(db: Database): Promise<{ fillSeconds: number; listSeconds: number }> {
  const started = performance.now()
  await migrate(db)
  const site = await makeSite(db, 'localhost')
  const network = await makeAccount(db, site, largeManager)
  const member = await makeAccount(db, site, largeMember, network)
  const sql = await readFile(script, 'utf8')
  await db.exec(sql.replaceAll('NETWORK', String(network)).replaceAll('MEMBER', String(member)))
  await fillLargeMusics(db)
  await db.exec('vacuum analyze')
  const filled = performance.now()
  await refreshLists(db)
  const listed = performance.now()
  await db.exec('vacuum analyze')
  return { fillSeconds: (filled - started) / 1000, listSeconds: (listed - filled) / 1000 }
}
