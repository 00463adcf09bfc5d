import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { quoteName, sql } from '#server/platform/db/sql.ts'

const Constraint = z.object({ table: z.string(), name: z.string() })

/** Lets tables load in any order. Disabling triggers instead would require a superuser. */
export async function withDeferredConstraints<Result>(
  tx: Queryable,
  work: () => Promise<Result>,
): Promise<Result> {
  const constraints = await selectNonDeferrableConstraints(tx)
  for (const { table, name } of constraints)
    await tx.execute(sql`alter table ${quoteName(table)} alter constraint ${quoteName(name)} deferrable`)
  await tx.execute(sql`set constraints all deferred`)
  const result = await work()
  await tx.execute(sql`set constraints all immediate`)
  for (const { table, name } of constraints)
    await tx.execute(sql`alter table ${quoteName(table)} alter constraint ${quoteName(name)} not deferrable`)
  return result
}

const selectNonDeferrableConstraints = (tx: Queryable) =>
  tx.query(
    Constraint,
    sql`select t.relname::text as table,
      c.conname::text as name
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    where c.contype = 'f'
      and not c.condeferrable
      and c.conparentid = 0
      and c.connamespace = current_schema()::regnamespace
    order by t.relname, c.conname`,
  )
