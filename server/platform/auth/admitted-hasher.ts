import { type AdmissionLimits, createAdmission } from '#server/platform/http/admission/admission.ts'
import type { Precedence } from '#server/platform/http/admission/precedence.ts'
import type { PasswordHasher } from './passwords.ts'

/**
 * One at a time: a hash takes about 35 ms of a core, and with two the reads of others would wait twice as long in the
 * embedded database. The last of 32 waits for a second or two; a longer queue would serve no more people, only later.
 */
export const hashLimits: AdmissionLimits = { running: 1, waiting: 32, retryAfterSeconds: 2 }

/** Hashing must not take the processor from everybody's reads, nor a few from all others who sign in. */
export interface AdmittedHasher {
  /** Each hash waits for its turn. */
  for(precedence: Precedence): PasswordHasher
  /**
   * Work that hashes, and reads and writes around it, takes its turn as a whole, so that its statements do not stand in
   * line before everybody's reads either. It hashes with what it is given.
   */
  admit<Result>(precedence: Precedence, work: (hasher: PasswordHasher) => Promise<Result>): Promise<Result>
}

export function admitHashing(hasher: PasswordHasher): AdmittedHasher {
  const admission = createAdmission(hashLimits)
  return {
    for: (precedence) => ({
      hash: (password) => admission.admit(precedence, () => hasher.hash(password)),
      verify: (password, passwordHash) =>
        admission.admit(precedence, () => hasher.verify(password, passwordHash)),
      needsRehash: hasher.needsRehash,
    }),
    admit: (precedence, work) => admission.admit(precedence, () => work(hasher)),
  }
}
