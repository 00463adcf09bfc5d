import { atom } from 'nanostores'
import type { Passkey } from '#contract/people/second-factor.ts'

export type FactorDialog =
  | { name: 'totp' | 'remove-totp' | 'passkey' | 'renew-codes' }
  | { name: 'rename-passkey' | 'remove-passkey'; passkey: Passkey }

/** Stays out of the URL: the recovery codes that a dialog shows would be lost on reload anyway. */
export const $factorDialog = atom<FactorDialog | null>(null)

export const openFactorDialog = (dialog: FactorDialog): void => $factorDialog.set(dialog)
export const closeFactorDialog = (): void => $factorDialog.set(null)
