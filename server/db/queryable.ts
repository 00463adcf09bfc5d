import type { Queryable, RowSchema } from './database.ts'
import { parseRows } from './rows.ts'
import type { Sql } from './sql.ts'

export interface StatementResult {
  rows: readonly object[]
  /** Rows that a statement returned or changed. */
  count: number
}

/** What an adapter implements for one connection. */
export interface Driver {
  /** Runs one statement, prepared by its text. */
  run(text: string, values: readonly unknown[]): Promise<StatementResult>
  copyIn(into: string, chunk: Uint8Array): Promise<void>
  exec(script: string): Promise<void>
}

/** The statements of a connection, with rows parsed by their schema. */
export function createQueryable(driver: Driver): Queryable {
  // The overload with a text is for callers that have not moved to the sql tag yet.
  async function query(schema: RowSchema | string, statement: Sql | readonly unknown[] = []) {
    if (typeof schema === 'string')
      return [...(await driver.run(schema, statement as readonly unknown[])).rows]
    const { text, values } = statement as Sql
    const { rows } = await driver.run(text, values)
    return parseRows(schema, rows, statement as Sql)
  }
  return {
    query: query as Queryable['query'],
    execute: async ({ text, values }) => (await driver.run(text, values)).count,
    copyIn: async (into, chunk) => driver.copyIn(toText(into), chunk),
    exec: async (script) => driver.exec(toText(script)),
  }
}

/** The text of a statement without parameters, which COPY and scripts cannot have. */
export function toText(statement: Sql | string): string {
  if (typeof statement === 'string') return statement
  if (statement.values.length > 0) throw new TypeError('This kind of statement takes no parameters.')
  return statement.text
}
