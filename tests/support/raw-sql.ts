import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { rawSql } from '#server/platform/db/raw-sql.ts'

const AnyRow = z.record(z.string(), z.unknown())

/** Runs a statement with `$1` parameters. Its rows are not checked, because tests compare them with literals. */
export const queryRaw = async <Row extends object = object>(
  db: Pick<Queryable, 'query'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => (await db.query(AnyRow, rawSql(text, values))) as Row[]

/** Runs several statements without parameters. */
export const execRaw = (db: Pick<Queryable, 'exec'>, script: string): Promise<void> => db.exec(rawSql(script))
