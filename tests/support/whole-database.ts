import { anyOf, selectTables } from '#server/backup/tables.ts'
import type { Queries } from '#server/db/connect.ts'

const lists = ['video_period', 'channel_period']

/** Every row of every table that a backup keeps, and of the lists that are made of them. */
export async function everyRow(db: Queries): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const name of [...(await selectTables(db)).map(({ name }) => name), ...lists]) {
    const text = `select t::text as row from ${name} t order by 1`
    const rows = await db.query<{ row: string }>(text)
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

/** What every database begins with. */
const given = ['report_state', 'mood_tags']

/** The tables with rows, but for those with which every database begins. */
export async function usedTables(db: Queries): Promise<string[]> {
  const used: string[] = []
  for (const { name } of await selectTables(db)) {
    const [row] = await db.query<{ any: boolean }>(anyOf(name))
    if (row?.any && !given.includes(name)) used.push(name)
  }
  return used
}
