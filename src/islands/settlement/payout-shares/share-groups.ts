import type { ShareMember } from '#contract/settlement/payout-shares.ts'
import { t } from '#lib/i18n/strings.ts'

interface AssignedChannel {
  readonly id: number
  readonly name: string
  readonly members: readonly ShareMember[]
}

/** Channels that the same members have. */
export interface ShareGroup {
  /** Lists the members before the assignment. */
  readonly key: string
  /** Ids of registrations. */
  readonly ids: readonly number[]
  readonly name: string
  /** Members after the assignment. */
  readonly members: readonly ShareMember[]
}

const getKey = (members: readonly ShareMember[]) =>
  members
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join()

/** Returns only groups that have several members once `added` join them. */
export function groupByMembers(
  channels: readonly AssignedChannel[],
  added: readonly ShareMember[],
): ShareGroup[] {
  return [...Map.groupBy(channels, ({ members }) => getKey(members))].flatMap(([key, grouped]) => {
    const [first] = grouped
    if (!first || added.length === 0) return []
    const newcomers = added.filter(({ id }) => first.members.every((member) => member.id !== id))
    const members = [...first.members, ...newcomers]
    const others = grouped.length - 1
    const name =
      others === 0 ? first.name : t('payout-shares:assign.group', { name: first.name, count: others })
    return members.length < 2 ? [] : [{ key, ids: grouped.map(({ id }) => id), name, members }]
  })
}
