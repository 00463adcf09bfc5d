import { getChannelState } from '#contract/channels/channel-states.ts'
import type { Channel } from '#contract/channels/channels.ts'
import verificationStyles from '#islands/channels/dialogs/parts/Verification.module.css'
import { t } from '#lib/i18n/strings.ts'
import { getVerificationPhase, type VerificationPhase } from './verification-phase.ts'

function getDoneTexts(channel: Channel): readonly string[] {
  const state = getChannelState(channel)
  const continuesToReview = state === 'pending' || state === 'approved'
  return [
    t(`channel-dialogs:verify.done.${continuesToReview ? 'title' : 'only'}`),
    continuesToReview || state === 'held' ? t(`channel-dialogs:verify.done.${state}`) : '',
    t('channel-dialogs:verify.done.remove'),
  ]
}

function getStatusTexts(phase: VerificationPhase, channel: Channel): readonly string[] {
  const failure = channel.verificationFailure ?? 'no_answer'
  if (phase === 'waiting')
    return [t('channel-dialogs:verify.waiting.title'), t('channel-dialogs:verify.waiting.text')]
  if (phase === 'failed')
    return [
      t(`channel-dialogs:verify.failed.${failure}.title`),
      t(`channel-dialogs:verify.failed.${failure}.text`),
    ]
  return phase === 'done' ? getDoneTexts(channel) : []
}

const iconPaths: Partial<Record<VerificationPhase, string>> = {
  done: 'm5 10.4 3.3 3.3L15 6.8',
  failed: 'M10 5.4v5.4M10 14v.4',
}

export function VerificationStatus({ channel }: { channel: Channel }) {
  const phase = getVerificationPhase(channel)
  const [title, ...texts] = getStatusTexts(phase, channel)
  return (
    <div className={verificationStyles.state} role="status" data-phase={phase}>
      {phase === 'waiting' && <span className="ring" />}
      {iconPaths[phase] && (
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d={iconPaths[phase]} />
        </svg>
      )}
      {title && (
        <div className="grid gap-1 min-0">
          <p className="text-m bold tight">{title}</p>
          {texts.filter(Boolean).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </div>
  )
}
