import type { Queries } from '#server/db/connect.ts'

/** Reads again when figures were changed between two of its statements: half of each would be neither. */
export async function readWhole<R extends { revision: number }>(
  db: Queries,
  read: () => Promise<R>,
): Promise<R> {
  for (;;) {
    const reply = await read()
    const [now] = await db.query<{ revision: number }>('select data_revision as revision from report_state')
    if (now?.revision === reply.revision) return reply
  }
}
