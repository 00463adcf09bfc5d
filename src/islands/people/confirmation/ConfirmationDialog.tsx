import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { readSecondFactors, type SecondFactors } from '#contract/people/second-factor.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { NoConfirmation } from '#islands/people/account/second-factor/confirmation.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import type { ConfirmationRequest } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { ConfirmationForm } from './ConfirmationForm.tsx'
import { useReturnFocus } from './use-return-focus.ts'

/** Confirms who the person is before a call that was refused is repeated. */
export function ConfirmationDialog({ request }: { request: ConfirmationRequest }) {
  const cancel = () =>
    request.cancel(new ApiError('confirmation_required', 403, t('second-factor:session.cancelled')))
  useReturnFocus()
  useCancelElsewhere(cancel)
  const { factors, failure, reload } = useFactors()
  const buttons = (
    <DialogActions>
      <Button onClick={cancel}>{t('common:cancel')}</Button>
    </DialogActions>
  )
  return (
    <Dialog title={t('second-factor:session.title')} swipe="down" onClose={cancel} guardsInput>
      <DialogContent>
        <p className="muted">{t('second-factor:session.lead')}</p>
        {!factors && failure === null && <Loading />}
        {failure !== null && (
          <LoadFailure title={t('common:failed')} error={{ message: failure }} onRetry={reload} />
        )}
      </DialogContent>
      {!factors && buttons}
      {factors?.confirmation === null && (
        <NoConfirmation text={t('second-factor:session.none')} onClose={cancel} />
      )}
      {factors && factors.confirmation !== null && (
        <ConfirmationForm factors={factors} onConfirmed={request.confirm} onCancel={cancel} />
      )}
    </Dialog>
  )
}

const Loading = () => (
  <p aria-busy="true">
    <span className="visually-hidden">{t('common:loading')}</span>
    <Skeleton height="66px" />
  </p>
)

function useFactors() {
  const [factors, setFactors] = useState<SecondFactors | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = async () => {
    setFailure(null)
    try {
      setFactors(await call(readSecondFactors, { fresh: true }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => void load(), [])
  return { factors, failure, reload: load }
}

/** What waits belongs to this person and this screen. */
function useCancelElsewhere(cancel: () => void): void {
  const caller = useStore($caller)
  const [initialCaller] = useState(caller)
  useEffect(() => {
    if (initialCaller !== null && caller !== initialCaller) cancel()
  })
  useEffect(() => {
    addEventListener('popstate', cancel)
    return () => removeEventListener('popstate', cancel)
  })
}
