import type { Channel } from '#contract/channels/channels.ts'

export type VerificationPhase = 'steps' | 'waiting' | 'failed' | 'done'

export function getVerificationPhase({ verification, verificationFailure }: Channel): VerificationPhase {
  if (verification === 'verified') return 'done'
  if (verification === 'verifying') return 'waiting'
  return verificationFailure === null ? 'steps' : 'failed'
}
