import type { Queryable } from '#server/db/database.ts'
import type { Sql } from '#server/db/sql.ts'

/** Runs a statement; a test may do something before or after, or throw instead. */
export type Interceptor = <Result>(
  text: string,
  run: () => Promise<Result>,
  values: readonly unknown[],
) => Promise<Result>

/** The same connection with each statement passed through an interceptor. */
export const interceptStatements = (queries: Queryable, intercept: Interceptor): Queryable => {
  const query = (schema: never, statement: Sql | readonly unknown[] = []) => {
    const { text, values } =
      typeof schema === 'string'
        ? { text: schema, values: statement as readonly unknown[] }
        : (statement as Sql)
    return intercept(text, () => queries.query(schema, statement as Sql), values)
  }
  return {
    query: query as Queryable['query'],
    execute: (statement) => intercept(statement.text, () => queries.execute(statement), statement.values),
    copyIn: (into, chunk) => intercept(`copy ${getText(into)}`, () => queries.copyIn(into, chunk), []),
    exec: (script) => intercept(getText(script), () => queries.exec(script), []),
  }
}

const getText = (statement: Sql | string) => (typeof statement === 'string' ? statement : statement.text)
