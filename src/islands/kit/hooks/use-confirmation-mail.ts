import { requestConfirmation } from '#contract/people/email-links.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { loadProfile } from '#lib/page/profile.ts'
import { notify } from '#lib/page/snackbars.ts'
import { useAction } from './use-action.ts'

/** Sends the link that confirms the account's address again, and says so. */
export function useConfirmationMail() {
  const { pending, run } = useAction(({ code, message }) => {
    // Somebody confirmed it elsewhere in the meantime.
    if (code === 'changed') void loadProfile()
    else notify('error', message)
  })
  const send = () =>
    run(async () => {
      await call(requestConfirmation, { body: {} })
      notify('success', t('shell:confirm.sent'))
    })
  return { pending, send }
}
