import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ApiError } from '#lib/api/call.ts'
import { $confirmationRequest } from '#lib/api/session.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'

const lazyDialog = lazyComponent(async () => {
  const [{ ConfirmationDialog }] = await Promise.all([
    import('#islands/people/confirmation/ConfirmationDialog.tsx'),
    loadStrings('second-factor'),
    loadStrings('credentials'),
  ])
  return ConfirmationDialog
})

/**
 * Asks who the person is while a call waits for it. Without a transition, unlike `Lazy`: the form that made the call is in one,
 * and React would show the dialog only after it.
 */
export function ConfirmationOutlet() {
  const request = useStore($confirmationRequest, { ssr: 'initial' })
  const { value: Dialog, error } = useStore(lazyDialog.$state, { ssr: 'initial' })
  useEffect(() => {
    if (request) void lazyDialog.load()
  }, [request])
  useEffect(() => {
    if (error) request?.cancel(new ApiError('unavailable'))
  }, [request, error])
  return request && Dialog && <Dialog request={request} />
}
