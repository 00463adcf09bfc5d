import * as z from 'zod/mini'
import type { Queryable } from './database.ts'
import { queryOne } from './rows.ts'
import { sql } from './sql.ts'

// Describes the demonstration in the database. Its code is loaded only where it runs: see demonstration.ts.

/** The content owner whose reports the demo has. */
export const demoOwner = 'demo'

const State = z.object({ isTrue: z.boolean() })

/** True with sites or reports other than those of the demo: then the demo is not created. */
export async function isDatabaseUsed(db: Queryable): Promise<boolean> {
  const { isTrue } = await queryOne(
    db,
    State,
    sql`select exists (select from sites)
      or exists (select from report_loads where owner <> ${demoOwner}) as "isTrue"`,
  )
  return isTrue
}

/** The sites are created last. */
export async function isDemoSeeded(db: Queryable): Promise<boolean> {
  const { isTrue } = await queryOne(
    db,
    State,
    sql`select exists (select from sites)
      and exists (select from report_loads where owner = ${demoOwner} and report_type = 'claims') as "isTrue"`,
  )
  return isTrue
}

export async function hasFakeYoutube(db: Queryable): Promise<boolean> {
  const { isTrue } = await queryOne(
    db,
    State,
    sql`select to_regclass('demo.youtube_channels') is not null as "isTrue"`,
  )
  return isTrue
}
