import { type Sql, type SqlValue, sql } from './sql.ts'

/** Trusts a text as SQL, for migration scripts and tests: no other module may import this. */
export const rawSql = (text: string, values?: readonly SqlValue[]): Sql =>
  values ? ({ text, values } as unknown as Sql) : sql(Object.assign([text], { raw: [text] }))
