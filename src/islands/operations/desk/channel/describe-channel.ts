import type { ChannelCard } from '#contract/operations/desk/channel-card.ts'
import { formatDay, formatLocalDay } from '#lib/format/day.ts'
import { formatDuration } from '#lib/format/moment.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export interface Verdict {
  readonly tone: 'good' | 'warn' | 'bad' | 'none'
  readonly title: string
  readonly text: string
  /** It is decided on the review screen. */
  readonly isReview?: boolean
}

/** Answers whether the channel is all right: the first that is not decides. */
export function describeChannel(channel: ChannelCard): Verdict {
  if (channel.endedAt !== null)
    return {
      tone: 'none',
      title: t('desk-channel:verdict.ended.title', { day: formatLocalDay(channel.endedAt, locale()) }),
      text: t(`desk-channel:verdict.ended.${channel.reason ?? 'removed'}`),
    }
  return channel.state === 'approved' ? describeApproved(channel) : describeOther(channel)
}

function describeOther({ state, expiresAt, waitingSince, reviewReason }: ChannelCard): Verdict {
  switch (state) {
    case 'rejected':
    case 'held':
      return {
        tone: state === 'held' ? 'warn' : 'bad',
        title: t(`desk-channel:verdict.${state}.title`),
        text: reviewReason ?? t(`desk-channel:verdict.${state}.text`),
        isReview: true,
      }
    case 'pending':
      return {
        tone: 'warn',
        title: t('desk-channel:verdict.pending.title'),
        text: t('desk-channel:verdict.pending.text', {
          duration: formatDuration(Date.now() - Date.parse(waitingSince ?? ''), locale()),
        }),
        isReview: true,
      }
    default:
      return {
        tone: 'warn',
        title: t('desk-channel:verdict.unverified.title'),
        text:
          expiresAt === null
            ? t('desk-channel:verdict.unverified.open')
            : t('desk-channel:verdict.unverified.text', { day: formatLocalDay(expiresAt, locale()) }),
      }
  }
}

function describeApproved(channel: ChannelCard): Verdict {
  const { registrations, claimsElsewhere, lanes, figures, members } = channel
  const rival = registrations.find(({ endedAt }) => endedAt === null)
  if (rival || claimsElsewhere > 0)
    return {
      tone: 'warn',
      title: t('desk-channel:verdict.contested.title'),
      text: rival
        ? t('desk-channel:verdict.contested.text', {
            name: rival.network ?? t('lists:deletedAccount'),
            site: rival.site,
          })
        : t('desk-channel:verdict.contested.elsewhere'),
    }
  if (lanes.shares.at(-1)?.isUndecided)
    return {
      tone: 'warn',
      title: t('desk-channel:verdict.undecided.title'),
      text: t('desk-channel:verdict.undecided.text'),
    }
  if (figures !== null && figures.range !== null && figures.last.views === 0)
    return {
      tone: 'warn',
      title: t('desk-channel:verdict.silent.title'),
      text: t(`desk-channel:verdict.silent.${lanes.owners.length === 0 ? 'owner' : 'text'}`),
    }
  return {
    tone: 'good',
    title: t('desk-channel:verdict.earning.title'),
    text: t(
      channel.isSiteVisible && members.length === 0
        ? 'desk-channel:verdict.earning.unassigned'
        : 'desk-channel:verdict.earning.text',
    ),
  }
}

/** "Since March 3" or "March 3 to April 5": the last day of a span is the one before its end. */
export function describeSpan({ from, until }: { from: string; until: string | null }): string {
  const start = formatDay(from, locale())
  return until === null
    ? t('desk-channel:lanes.since', { from: start })
    : t('desk-channel:lanes.span', { from: start, until: formatDay(until, locale()) })
}
