import type { Queries } from '#server/db/connect.ts'

interface Constraint {
  table: string
  name: string
}

/**
 * Lets tables that point to each other be filled in any order: foreign keys are looked at once, at the end of the work.
 * A superuser could leave them out; the tables' owner can put them off.
 */
export async function deferred<Result>(tx: Queries, work: () => Promise<Result>): Promise<Result> {
  const strict = await selectStrict(tx)
  await tx.exec(
    strict.map(({ table, name }) => `alter table ${table} alter constraint ${name} deferrable;`).join('\n'),
  )
  await tx.exec('set constraints all deferred')
  const result = await work()
  await tx.exec('set constraints all immediate')
  await tx.exec(
    strict
      .map(({ table, name }) => `alter table ${table} alter constraint ${name} not deferrable;`)
      .join('\n'),
  )
  return result
}

/** Foreign keys that cannot be put off, with their names as statements have them. */
const selectStrict = (tx: Queries): Promise<Constraint[]> =>
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
