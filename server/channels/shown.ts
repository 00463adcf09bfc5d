import { approval, type Channel } from '#contract/channels.ts'
import type { Account } from '#server/session.ts'
import type { ChannelRow } from './queries.ts'
import { mayRemove } from './removal.ts'
import { reReviewFrom } from './review.ts'
import type { Youtube } from './youtube.ts'

/** A registration in the contract's shape, as a person sees it. */
export function shown(youtube: Youtube, account: Account, row: ChannelRow): Channel {
  const { code, heldAt, ...channel } = row
  const verified = channel.verification === 'verified'
  const explained = channel.approval === approval.held || channel.approval === approval.rejected
  return {
    ...channel,
    page: youtube.pageOf(channel.channelId),
    reason: explained ? channel.reason : null,
    verificationCode: verified ? null : inGroups(code),
    reReviewedAt: isSince(heldAt, channel.reReviewedAt) ? channel.reReviewedAt : null,
    reReviewFrom: reReviewFrom(row)?.toISOString() ?? null,
    deletable: mayRemove(account),
  }
}

const inGroups = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

const isSince = (held: string | null, asked: string | null) =>
  asked !== null && (held === null || Date.parse(asked) >= Date.parse(held))
