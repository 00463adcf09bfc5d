import { type Channel, stateOf } from '#contract/channels.ts'
import { t } from '#lib/strings.ts'
import verificationStyles from './Verification.module.css'
import { phaseOf, type VerificationPhase } from './verification-phase.ts'

/** What comes after the verification depends on where the channel stands. */
function doneTexts(channel: Channel): readonly string[] {
  const state = stateOf(channel)
  const goesOn = state === 'pending' || state === 'approved'
  return [
    t(`channel-dialogs:verify.done.${goesOn ? 'title' : 'only'}`),
    goesOn || state === 'held' ? t(`channel-dialogs:verify.done.${state}`) : '',
    t('channel-dialogs:verify.done.remove'),
  ]
}

function textsOf(phase: VerificationPhase, channel: Channel): readonly string[] {
  const failure = channel.verificationFailure ?? 'no_answer'
  if (phase === 'waiting')
    return [t('channel-dialogs:verify.waiting.title'), t('channel-dialogs:verify.waiting.text')]
  if (phase === 'failed')
    return [
      t(`channel-dialogs:verify.failed.${failure}.title`),
      t(`channel-dialogs:verify.failed.${failure}.text`),
    ]
  return phase === 'done' ? doneTexts(channel) : []
}

const shapes: Partial<Record<VerificationPhase, string>> = {
  done: 'm5 10.4 3.3 3.3L15 6.8',
  failed: 'M10 5.4v5.4M10 14v.4',
}

/** How the verification stands; read out whenever that changes. */
export function VerificationState({ channel }: { channel: Channel }) {
  const phase = phaseOf(channel)
  const [title, ...texts] = textsOf(phase, channel)
  return (
    <div className={verificationStyles.state} role="status" data-phase={phase}>
      {phase === 'waiting' && <span className={verificationStyles.ring} />}
      {shapes[phase] && (
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={shapes[phase]} />
        </svg>
      )}
      {title && (
        <div>
          <p className={verificationStyles.stateTitle}>{title}</p>
          {texts.filter(Boolean).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </div>
  )
}
