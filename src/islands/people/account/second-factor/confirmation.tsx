import { useStore } from '@nanostores/react'
import * as z from 'zod/mini'
import {
  type FactorConfirmation,
  type SecondFactors,
  startConfirmation,
} from '#contract/people/second-factor.ts'
import { DialogActions, DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { $user } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { askForPasskey } from '#lib/page/passkeys.ts'
import { closeFactorDialog } from './dialog.ts'

type Confirmation = SecondFactors['confirmation']

/** The password's own errors come from the API's schema. */
export const ConfirmationForm = z.object({ password: z.optional(z.string()) })

/** Requires the password, or a passkey for accounts without one, before factors or sessions change. */
export async function confirmIdentity(
  confirmation: Confirmation,
  password: string | undefined,
): Promise<FactorConfirmation> {
  if (confirmation === 'password') return { password: password ?? '' }
  const { challenge } = await call(startConfirmation)
  if (!challenge) throw new ApiError('passkey_rejected')
  return { challenge: challenge.token, assertion: await askForPasskey(challenge.passkey) }
}

export function ConfirmationFields({ confirmation }: { confirmation: Confirmation }) {
  const user = useStore($user)
  if (confirmation === 'passkey') return <p className="text-s">{t('second-factor:confirm.passkey')}</p>
  return (
    <>
      {/* Tells password managers which account it is. */}
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
      <Field
        name="password"
        type="password"
        label={t('credentials:currentPassword')}
        autoComplete="current-password"
        required
      />
    </>
  )
}

interface ConfirmationActionsProps {
  kind?: 'primary' | 'danger'
  onClose?: () => void
  children: string
}

export const ConfirmationActions = ({
  kind = 'primary',
  onClose = closeFactorDialog,
  children,
}: ConfirmationActionsProps) => (
  <FormActions kind={kind} onClose={onClose}>
    {children}
  </FormActions>
)

/** Replaces the form for an account that cannot confirm anything yet. */
export const NoConfirmation = ({
  text = t('second-factor:confirm.none'),
  onClose = closeFactorDialog,
}: {
  text?: string
  onClose?: () => void
}) => (
  <>
    <DialogContent>
      <p>{text}</p>
    </DialogContent>
    <DialogActions>
      <Button onClick={onClose}>{t('common:close')}</Button>
    </DialogActions>
  </>
)
