import { type ChannelState, getChannelState } from '#contract/channels/channel-states.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { t } from '#lib/i18n/strings.ts'

type Tone = 'good' | 'warn' | 'bad' | 'primary' | 'plain'

const cross = 'm5.8 5.8 4.4 4.4m0-4.4-4.4 4.4'
const tick = 'm4.8 8.2 2.2 2.3 4.3-4.8'
const clock = 'M8 4.6V8l2.3 1.6'

export const stateMarks: Record<ChannelState, { tone: Tone; shape: string }> = {
  unverified: { tone: 'warn', shape: 'M8 4.4v4.2M8 11v.4' },
  pending: { tone: 'primary', shape: clock },
  held: { tone: 'warn', shape: 'M6.4 5.4v5.2M9.6 5.4v5.2' },
  approved: { tone: 'good', shape: tick },
  rejected: { tone: 'bad', shape: cross },
}

export const StateIcon = ({ shape }: { shape: string }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="6.6" />
    <path d={shape} />
  </svg>
)

interface ChipProps {
  tone: Tone
  shape: string
  text: string
}

const Chip = ({ tone, shape, text }: ChipProps) => (
  <span className={`chip nowrap ${tone === 'plain' ? 'muted' : ''}`} data-tone={tone}>
    <StateIcon shape={shape} />
    {text}
  </span>
)

export const RequestChip = ({ failed }: { failed: boolean }) =>
  failed ? (
    <Chip tone="bad" shape={cross} text={t('channel-states:notAdded')} />
  ) : (
    <Chip tone="plain" shape={clock} text={t('channels:requests.waits')} />
  )

export const ClosedChip = () => <Chip tone="plain" shape={cross} text={t('channels:closed.chip')} />

export function StateChip({ channel }: { channel: Channel }) {
  const state = getChannelState(channel)
  const isVerifying = state === 'unverified' && channel.verification === 'verifying'
  return isVerifying ? (
    <Chip tone="plain" shape={clock} text={t('channel-states:verifying')} />
  ) : (
    <Chip {...stateMarks[state]} text={t(`channel-states:${state}`)} />
  )
}
