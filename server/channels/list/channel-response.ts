import { approvalStatus, getChannelState } from '#contract/channels/channel-states.ts'
import type { Channel } from '#contract/channels/channels.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { can } from '#contract/platform/roles.ts'
import { getReReviewTime } from '#server/channels/lifecycle/review.ts'
import type { ChannelRow } from '#server/channels/registrations/queries.ts'
import type { YoutubeClient } from '#server/channels/youtube/types.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import { type LocalizedText, localizeText } from '#server/platform/localized-text.ts'

export function toChannelResponse(
  youtube: YoutubeClient,
  account: Account,
  row: ChannelRow,
  locale: Locale,
): Channel {
  const { code, heldAt, reason, reasonTexts, ...channel } = row
  const isVerified = channel.verification === 'verified'
  const hasReason = channel.approval === approvalStatus.held || channel.approval === approvalStatus.rejected
  return {
    ...channel,
    page: youtube.getChannelUrl(channel.channelId),
    reason: hasReason ? localizeReason(reason, reasonTexts, locale) : null,
    expiresAt: getChannelState(channel) === 'unverified' ? channel.expiresAt : null,
    verificationCode: isVerified ? null : formatVerificationCode(code),
    reReviewedAt: isAfterHold(heldAt, channel.reReviewedAt) ? channel.reReviewedAt : null,
    reReviewFrom: getReReviewTime(row)?.toISOString() ?? null,
    deletable: can(account, 'channels.remove'),
  }
}

/** Of a review: the text in somebody’s language, if it has one. */
export const localizeReason = (
  reason: string | null,
  texts: LocalizedText | null,
  locale: Locale,
): string | null => (texts && localizeText(texts, [locale])) || reason

const formatVerificationCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

const isAfterHold = (heldAt: string | null, requestedAt: string | null) =>
  requestedAt !== null && (heldAt === null || Date.parse(requestedAt) >= Date.parse(heldAt))
