import { useStore } from '@nanostores/react'
import {
  allowPersonAttempts,
  endPersonSessions,
  mailPersonLink,
  resetPersonFactors,
} from '#contract/people/membership/person-help.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import type { HelpKind } from '#islands/operations/desk/person/Help.tsx'
import { $person, card } from '#islands/operations/desk/person/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

const endpoints = {
  link: mailPersonLink,
  attempts: allowPersonAttempts,
  factors: resetPersonFactors,
  sessions: endPersonSessions,
} as const

export const LinkDialog = () => <HelpDialog kind="link" />
export const AttemptsDialog = () => <HelpDialog kind="attempts" />
export const FactorsDialog = () => <HelpDialog kind="factors" />
export const SessionsDialog = () => <HelpDialog kind="sessions" />

function HelpDialog({ kind }: { kind: HelpKind }) {
  const person = useStore($person)
  const { pending, failure, run } = useAction()
  if (person === null) return null
  const { id, nickname, email } = person
  const help = () =>
    run(async () => {
      await call(endpoints[kind], { body: { target: id } })
      notify('success', t(`desk-person:${kind}.done`))
      card.reload()
      closeDialog()
    })
  return (
    <Dialog title={t(`desk-person:${kind}.title`)} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <SubjectLine name={nickname} detail={email} />
        <p>{t(`desk-person:${kind}.text`)}</p>
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={closeDialog}>{t('common:cancel')}</Button>
        <Button
          kind={kind === 'factors' ? 'danger' : 'primary'}
          pending={pending}
          onClick={() => void help()}
        >
          {t(`desk-person:${kind}.confirm`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
