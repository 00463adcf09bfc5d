import { revokeSharedReport, type SharedReportSummary } from '#contract/portal/shared-reports.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { ItemDialog } from '#islands/kit/dialogs/ItemDialog.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { describeChannels } from './describe-link.ts'
import { $dialogReport, sharedReports } from './store.ts'

export const RevokeDialog = () => (
  <ItemDialog $item={$dialogReport} missingText={t('shared-reports:revoke.gone')}>
    {(report) => <Revocation report={report} />}
  </ItemDialog>
)

function Revocation({ report }: { report: SharedReportSummary }) {
  const { pending, failure, run } = useAction()
  const revoke = () =>
    run(async () => {
      await call(revokeSharedReport, { body: { id: report.id } })
      notify('success', t('shared-reports:revoke.done'))
      closeDialog()
      sharedReports.reload()
    })
  return (
    <Dialog title={t('shared-reports:revoke.title')} swipe="down" focusesTitle onClose={closeDialog}>
      <DialogContent>
        <SubjectLine name={report.title} detail={describeChannels(report)} />
        <p>{t('shared-reports:revoke.text')}</p>
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={closeDialog}>{t('common:cancel')}</Button>
        <Button kind="danger" pending={pending} onClick={revoke}>
          {t('shared-reports:revoke.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
