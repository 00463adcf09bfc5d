import { type ChannelState, type ClosedReason, getChannelState } from '#contract/channels/channel-states.ts'
import {
  type ListedRegistration,
  selectRegistrations,
} from '#server/channels/registrations/registration-list.ts'
import { channelNamePattern, OperatorError, UsageError } from '#server/platform/command-line/command.ts'
import { capitalize } from '#server/platform/command-line/format.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'

/** Undefined: it may name a registration, by its id or the channel's. */
export const describeNameProblem = (name: string): string | undefined =>
  channelNamePattern.test(name)
    ? undefined
    : `${quoteValue(name)} is neither the id of a registration nor a channel id (UC…)`

/** @throws {UsageError} for days to come, in Pacific time */
export function requirePastDay(day: string): void {
  if (day > getPacificDay(new Date()))
    throw new UsageError(`${day} is in the future: give today or an earlier day (Pacific time).`)
}

const describeUnknown = (name: string) => `there is no registration ${name}`

/** Prefers a live registration, best the verified one, else the most recently removed one. @throws {OperatorError} */
export async function requireRegistration(db: Queryable, name: string): Promise<ListedRegistration> {
  const [registration] = await selectRegistrations(db, { names: [name] })
  if (!registration) throw new OperatorError(`${capitalize(describeUnknown(name))}.`)
  return registration
}

/** One to change. @throws {OperatorError} */
export async function requireUniqueRegistration(db: Queryable, name: string): Promise<ListedRegistration> {
  const [found = describeUnknown(name)] = await findUniqueRegistrations(db, [name])
  if (typeof found === 'string') throw new OperatorError(`${capitalize(found)}.`)
  return found
}

/**
 * Resolves each name like `requireRegistration`, or says why it names no registration: only an id names one of several
 * unverified ones.
 */
export async function findUniqueRegistrations(
  db: Queryable,
  names: readonly string[],
): Promise<(ListedRegistration | string)[]> {
  const rows = await selectRegistrations(db, { names: [...new Set(names)] })
  return names.map((name) => {
    const found = rows.filter(({ id, channelId }) => String(id) === name || channelId === name)
    const [first] = found
    if (!first) return describeUnknown(name)
    if (String(first.id) === name || first.removedAt || first.verification === 'verified') return first
    const claims = found.filter(({ removedAt }) => !removedAt)
    if (claims.length === 1) return first
    const ids = claims.map(({ id, network }) => `${id} (${network ?? 'deleted account'})`).join(', ')
    return `${name} has several registrations: name one by its id: ${ids}`
  })
}

const stateNames: Record<ChannelState, string> = {
  unverified: 'not verified',
  pending: 'awaits review',
  held: 'on hold',
  approved: 'approved',
  rejected: 'rejected',
}

const closedTexts: Record<ClosedReason, string> = {
  claimed: 'closed: another network verified the channel',
  expired: 'closed: not verified in time',
  released: 'closed: released by the operator',
}

export function formatState(channel: ListedRegistration): string {
  if (channel.removedAt) return channel.closedReason ? closedTexts[channel.closedReason] : 'removed'
  const state = getChannelState(channel)
  return state === 'pending' && channel.reReviewedAt ? 'awaits another review' : stateNames[state]
}

export const formatTitle = ({ id, channelId, name }: ListedRegistration) => `${id}  ${channelId}  ${name}`
