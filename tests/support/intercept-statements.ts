import type { Queryable } from '#server/platform/db/database.ts'

/** Runs a statement; a test may act before or after it, or throw instead. */
export type Interceptor = <Result>(
  text: string,
  run: () => Promise<Result>,
  values: readonly unknown[],
) => Promise<Result>

/** Wraps a connection so that each statement passes through an interceptor. */
export const interceptStatements = (queries: Queryable, intercept: Interceptor): Queryable => ({
  query: (schema, statement, options) =>
    intercept(statement.text, () => queries.query(schema, statement, options), statement.values),
  execute: (statement) => intercept(statement.text, () => queries.execute(statement), statement.values),
  copyIn: (into, chunk) => intercept(`copy ${into.text}`, () => queries.copyIn(into, chunk), []),
  exec: (script) => intercept(script.text, () => queries.exec(script), []),
})
