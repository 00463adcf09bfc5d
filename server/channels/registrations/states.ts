import {
  approvalStatus,
  type ChannelState,
  getChannelState,
  VerificationStatus,
} from '#contract/channels/channels.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/** Every combination of the two columns, with the state that the contract derives from it. */
const combinations = Object.values(approvalStatus).flatMap((approval) =>
  VerificationStatus.options.map((verification) => ({
    name: `${approval} ${verification}`,
    state: getChannelState({ approval, verification }),
  })),
)

/** Of `channels c`. */
const combination = sql`concat(c.approval_status, ' ', c.verification_status)`

export const hasState = (state: ChannelState): Sql => {
  const names = combinations.filter((one) => one.state === state).map(({ name }) => name)
  return sql`${combination} = any(${names}::text[])`
}

/** The position of a channel's state among them. */
export function rankByState(states: readonly ChannelState[]): Sql {
  const names = combinations.map(({ name }) => name)
  const ranks = combinations.map(({ state }) => states.indexOf(state))
  return sql`(${ranks}::integer[])[array_position(${names}::text[], ${combination})]`
}
