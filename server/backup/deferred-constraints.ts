import type { Queryable } from '#server/db/database.ts'

interface Constraint {
  table: string
  name: string
}

/**
 * Lets tables that point to each other be filled in any order: foreign keys are looked at once, at the end of the work.
 * A superuser could leave them out; the tables' owner can put them off.
 */
export async function withDeferredConstraints<Result>(
  tx: Queryable,
  work: () => Promise<Result>,
): Promise<Result> {
  const constraints = await selectNonDeferrableConstraints(tx)
  await tx.exec(
    constraints
      .map(({ table, name }) => `alter table ${table} alter constraint ${name} deferrable;`)
      .join('\n'),
  )
  await tx.exec('set constraints all deferred')
  const result = await work()
  await tx.exec('set constraints all immediate')
  await tx.exec(
    constraints
      .map(({ table, name }) => `alter table ${table} alter constraint ${name} not deferrable;`)
      .join('\n'),
  )
  return result
}

/** Foreign keys that cannot be put off, with their names as statements have them. */
const selectNonDeferrableConstraints = (tx: Queryable): Promise<Constraint[]> =>
  tx.query<Constraint>(
    `select conrelid::regclass::text as table,
      quote_ident(conname) as name
    from pg_constraint
    where contype = 'f'
      and not condeferrable
      and conparentid = 0
      and connamespace = current_schema()::regnamespace
    order by conrelid, conname`,
  )
