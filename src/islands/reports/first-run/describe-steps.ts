import { getChannelState } from '#contract/channels/channel-states.ts'
import type { Channel } from '#contract/channels/channels.ts'
import type { FirstStepName, FirstSteps } from '#contract/channels/first-steps.ts'
import type { User } from '#contract/people/session.ts'
import { formatDay, formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { PathOf } from '#lib/texts/catalog.ts'

type FirstRunKey = PathOf<'first-run'>

interface StepLink {
  /** Excludes the language. */
  path: string
  text: string
}

export interface DescribedStep {
  name: FirstStepName
  /** `waiting`: depends on others. `blocked`: something is wrong. */
  status: 'done' | 'current' | 'waiting' | 'blocked' | 'later'
  /** A word beside the title. */
  state?: string
  notes: readonly string[]
  action?: StepLink
  link?: StepLink
}

type Description = Omit<DescribedStep, 'name'>

interface Situation extends FirstSteps {
  user: Pick<User, 'unconfirmed' | 'awaits_approval' | 'permission_flag'>
  now: number
}

const later: Description = { status: 'later', notes: [] }

const text = (key: FirstRunKey, params?: Record<string, string>) => t(`first-run:${key}`, params)
const formatMoment = (moment: string) => formatLocalDay(moment, locale())
const addChannelPath = '/manage-channel?addChannel=1'

/** At most one step has an action: the first that anyone here can take. */
export function describeSteps(situation: Situation): DescribedStep[] {
  const described = situation.steps.map(({ name, done }) => ({
    name,
    ...(done ? describeDone(name, situation) : describers[name](situation)),
  }))
  const next = described.findIndex(({ action }) => action)
  return described.map(({ action, ...step }, at) => (action && at === next ? { ...step, action } : step))
}

function describeDone(name: FirstStepName, { channel }: Situation): Description {
  const notes = name === 'register' && channel ? [channel.name] : []
  return { status: 'done', state: text('state.done'), notes }
}

const describers: Readonly<Record<FirstStepName, (situation: Situation) => Description>> = {
  register: describeRegistration,
  verify: ({ channel, now }) => (channel ? describeVerification(channel, now) : later),
  payee: ({ channel, user }) =>
    channel && !user.unconfirmed && !user.awaits_approval
      ? {
          status: 'current',
          notes: [],
          action: { path: '/config-account?payee=1', text: t('payout:enterNow') },
        }
      : later,
  upload: ({ channel }) =>
    channel && ['pending', 'approved'].includes(getChannelState(channel))
      ? {
          status: 'current',
          notes: [text('upload.recognized')],
          action: { path: '/musics/all', text: text('upload.action') },
        }
      : later,
  assign: ({ channel }) =>
    channel
      ? { status: 'current', notes: [], action: { path: '/manage-member', text: text('assign.action') } }
      : later,
  figures: describeWaiting,
}

function describeRegistration({ user, request }: Situation): Description {
  if (user.unconfirmed)
    return { status: 'blocked', state: text('state.unconfirmed'), notes: [text('register.unconfirmed')] }
  const waiting = { status: 'waiting', state: text('state.waiting') } as const
  if (user.awaits_approval) return { ...waiting, notes: [text('register.approval')] }
  if (request?.failure === null) return { ...waiting, notes: [t('channel-states:waitsForYouTube')] }
  if (request) {
    return {
      status: 'blocked',
      state: t('channel-states:notAdded'),
      notes: [text('register.failed')],
      action: { path: '/manage-channel', text: text('register.check') },
    }
  }
  return {
    status: 'current',
    notes: [],
    action: { path: addChannelPath, text: t('common:addChannel') },
    ...(user.permission_flag === 1 && { link: { path: '/manage-member', text: text('register.members') } }),
  }
}

function describeVerification(channel: Channel, now: number): Description {
  const { id, reason, verificationFailure, expiresAt, reReviewedAt, reReviewFrom } = channel
  switch (getChannelState(channel)) {
    case 'unverified':
      if (channel.verification === 'verifying')
        return { status: 'waiting', state: t('channel-states:verifying'), notes: [text('verify.verifying')] }
      return {
        status: verificationFailure ? 'blocked' : 'current',
        notes: [
          ...(verificationFailure ? [text('verify.failed')] : []),
          ...(expiresAt ? [text('verify.deadline', { day: formatMoment(expiresAt) })] : []),
        ],
        action: { path: `/manage-channel?verify=${id}`, text: text('verify.action') },
      }
    case 'held': {
      const isEarly = reReviewFrom !== null && now < Date.parse(reReviewFrom)
      const from = isEarly ? [text('verify.heldUntil', { day: formatMoment(reReviewFrom) })] : []
      return {
        status: 'blocked',
        state: t('channel-states:held'),
        notes: [text('verify.held'), ...(reason ? [text('heldReason', { reason })] : []), ...from],
        ...(!isEarly && {
          action: { path: `/manage-channel?review=${id}`, text: text('verify.reReviewAction') },
        }),
      }
    }
    case 'rejected':
      return {
        status: 'blocked',
        state: t('channel-states:rejected'),
        notes: [text('verify.rejected'), ...(reason ? [text('rejectedReason', { reason })] : [])],
        action: { path: addChannelPath, text: text('verify.otherChannel') },
        link: { path: '/payment-info', text: text('verify.contact') },
      }
    default:
      return {
        status: 'waiting',
        state: t('channel-states:pending'),
        notes: [
          reReviewedAt ? text('verify.reReview', { day: formatMoment(reReviewedAt) }) : text('verify.review'),
        ],
      }
  }
}

function describeWaiting({ steps, channel, reportedTo }: Situation): Description {
  const isVerified = steps.some(({ name, done }) => name === 'verify' && done)
  if (!isVerified) return later
  const approved = channel?.approvedAt
    ? [text('figures.approved', { day: formatMoment(channel.approvedAt) })]
    : []
  const reported = reportedTo
    ? text('figures.reported', { day: formatDay(reportedTo, locale()) })
    : text('figures.unreported')
  return { status: 'waiting', state: text('state.waiting'), notes: [...approved, reported] }
}
