import { type Sql, sql } from './sql.ts'

/** Trusts text as SQL, for scripts and libraries: only server/db and tests may import this. */
export const rawSql = (text: string, values?: readonly unknown[]): Sql =>
  values ? ({ text, values } as unknown as Sql) : sql(Object.assign([text], { raw: [text] }))
