import {
  approvalStatus,
  type ChannelState,
  type ChannelStatus,
  getChannelState,
  VerificationStatus,
} from '#contract/channels/channel-states.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/** Approved and verified, like the view `earning_channels`; see docs/data.md, "What counts when". */
export const isEarning = (channel: ChannelStatus): boolean => getChannelState(channel) === 'approved'

/** Every combination of the two columns, with the state that the contract derives from it. */
const combinations = Object.values(approvalStatus).flatMap((approval) =>
  VerificationStatus.options.map((verification) => ({
    name: `${approval} ${verification}`,
    state: getChannelState({ approval, verification }),
  })),
)

/** Expects `channels c`. */
const combination = sql`concat(c.approval_status, ' ', c.verification_status)`

/** Expects `channels c`. */
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
