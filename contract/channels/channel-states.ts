import * as z from 'zod/mini'

export const channelCategories = [
  'film',
  'autos',
  'music',
  'pets',
  'sports',
  'travel',
  'gaming',
  'people',
  'comedy',
  'entertainment',
  'news',
  'howto',
  'education',
  'science',
  'nonprofits',
] as const

export const ChannelCategory = z.enum(channelCategories)
export type ChannelCategory = z.infer<typeof ChannelCategory>

/** Numbers from the specification. */
export const approvalStatus = { pending: 0, held: 1, approved: 2, rejected: 3 } as const
export const ApprovalStatus = z.literal([0, 1, 2, 3])
export type ApprovalStatus = z.infer<typeof ApprovalStatus>

export const VerificationStatus = z.enum(['pending', 'verifying', 'verified'])
export type VerificationStatus = z.infer<typeof VerificationStatus>

/** Each requires a different action of the owner. */
export const verificationFailures = [
  'code_missing',
  'channel_gone',
  'quota',
  'network_quota',
  'no_answer',
] as const
export type VerificationFailure = (typeof verificationFailures)[number]

export const channelRequestFailures = [
  'channel_unknown',
  'channel_taken',
  'channel_claimed',
  'quota',
  'network_quota',
  'no_answer',
] as const
export type ChannelRequestFailure = (typeof channelRequestFailures)[number]

/** Hours on hold before the first re-review, and between re-reviews. */
export const reReviewLimits = { afterHours: 72, everyHours: 24 }

/** Hours in which a review should be decided, and after which it is nearly late: guides promise one to two business days. */
export const reviewHours = { limit: 48, nearly: 24 }

/** Seconds for which a review can be undone. Its people get the mail afterward. */
export const undoSeconds = 30

/** Days from the registration until it must be verified, and until its people are reminded of that. */
export const verificationDeadline = { days: 14, reminderDays: 7 }

/** A registration ends without its people when another network has verified the channel, or the operator ends it. */
export const closedReasons = ['claimed', 'expired', 'released'] as const
export type ClosedReason = (typeof closedReasons)[number]

/** Days for which closed registrations are listed. */
export const closedChannelDays = 30

/** The combined state: unverified channels have no other, rejected ones stay rejected. */
export const channelStates = ['unverified', 'pending', 'held', 'approved', 'rejected'] as const
export type ChannelState = (typeof channelStates)[number]

export interface ChannelStatus {
  approval: ApprovalStatus
  verification: VerificationStatus
}

const stateByApproval = ['pending', 'held', 'approved', 'rejected'] as const

/**
 * Transitions and their files in `server/channels/lifecycle`. A verified channel stays verified.
 *
 * ```
 * from                         to                 by                                           file
 * –                            unverified         a person who adds the channel                registration.ts
 * –                            approved           the operator, who adopts a network           ../network-adoption.ts
 * unverified                   pending (or held)  the background, which finds the code         verification.ts
 * pending, held, rejected      approved           the operator, once it is verified            review.ts
 * pending, approved, rejected  held               the operator (unverified, if not verified)   review.ts
 * all others                   rejected           the operator                                 review.ts
 * held                         pending            its people, who ask for a re-review          review.ts
 * any                          removed            the manager or independent account           removal.ts
 * any, not verified            closed: claimed    another network, which verifies the channel  claims.ts
 * unverified                   closed: expired    the background, after the deadline           expiry.ts
 * any                          closed: released   the operator                                 release.ts
 * ```
 */
export const getChannelState = (channel: ChannelStatus): ChannelState =>
  channel.verification !== 'verified' && channel.approval !== approvalStatus.rejected
    ? 'unverified'
    : stateByApproval[channel.approval]
