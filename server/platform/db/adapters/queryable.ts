import type { Queryable, QueryOptions } from '#server/platform/db/database.ts'
import { parseRows } from '#server/platform/db/rows.ts'
import type { Sql } from '#server/platform/db/sql.ts'

export interface StatementResult {
  rows: readonly object[]
  count: number
}

export interface Driver {
  run(statement: Sql, options?: QueryOptions): Promise<StatementResult>
  copyIn(into: string, chunk: Uint8Array): Promise<void>
  exec(script: string): Promise<void>
}

export const createQueryable = (driver: Driver): Queryable => ({
  async query(schema, statement, options) {
    const { rows } = await driver.run(statement, options)
    return parseRows(schema, rows, statement)
  },
  execute: async (statement) => (await driver.run(statement)).count,
  copyIn: async (into, chunk) => driver.copyIn(toText(into), chunk),
  exec: async (script) => driver.exec(toText(script)),
})

/** COPY and scripts cannot take parameters. */
export function toText({ text, values }: Sql): string {
  if (values.length > 0) throw new TypeError('This kind of statement takes no parameters.')
  return text
}
