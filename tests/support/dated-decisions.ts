import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Api } from './api.ts'
import { execAsOwner } from './traces.ts'

/** Inserts a month without files and statements that is closed: its days no longer change. `month`: "2026-03". */
export const insertClosedMonth = (db: Queryable, month: string) =>
  execAsOwner(
    db,
    `insert into months (month, state, closed_at, krw_micros) values ('${month}-01', 'closed', now(), 1400000000)`,
  )

/** @returns the reply, or the code of the refusal and its fields with theirs: `['invalid', 'fees.0.from day_closed']` */
export async function requestOutcome<Reply = unknown>(
  api: Api,
  endpoint: Endpoint,
  options: { token: string; body: object },
): Promise<Reply | string[]> {
  const { status, body } = await api.request(endpoint, options)
  const fields = Object.entries<{ code: string }>(body.fields ?? {}).map(
    ([name, { code }]) => `${name} ${code}`,
  )
  return status === 200 ? body : [body.code, ...fields]
}
