import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { importPayments, maxPaymentsFile } from '#contract/settlement/statement-payments.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { decodeCsv } from '#islands/kit/upload/csv-file.ts'
import { DropZone } from '#islands/kit/upload/DropZone.tsx'
import { RefusedFile } from '#islands/kit/upload/RefusedFile.tsx'
import { type ReadFile, useUpload } from '#islands/kit/upload/use-upload.ts'
import { reloadMonth } from '#islands/settlement/months/state/store.ts'
import { call } from '#lib/api/call.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Dialogs.module.css'

type Recording = EndpointOutput<typeof importPayments>

/** Reads the payment list back, with days and references that somebody has filled in. */
export function ReferencesDialog() {
  const { outcome, pending, upload } = useUpload({
    encode: (bytes) => decodeCsv(bytes, locale()),
    maxCharacters: maxPaymentsFile,
    send: record,
  })
  return (
    <Dialog title={t('months:references.open')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>{t('month-dialogs:references.lead')}</p>
        <ol className={styles.steps}>
          {(['export', 'fill', 'upload'] as const).map((step) => (
            <li key={step}>{t(`month-dialogs:references.steps.${step}`)}</li>
          ))}
        </ol>
        <DropZone label={t('months:references.open')} pending={pending} onFile={upload} />
        <div role="status" className="stack gap-3">
          {outcome?.kind === 'read' && <Recorded {...outcome} />}
        </div>
        {outcome?.kind === 'refused' && <RefusedFile {...outcome} />}
      </DialogContent>
      <DialogActions>
        <Button kind={outcome?.kind === 'read' ? 'primary' : undefined} onClick={closeDialog}>
          {t('common:close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

async function record(file: string): Promise<Recording> {
  const result = await call(importPayments, { body: { file } })
  if (result.paid > 0) reloadMonth()
  return result
}

const Recorded = ({ name, result: { paid, unchanged, ignored } }: ReadFile<Recording>) => {
  const parts = { paid, unchanged, ignored }
  const shown = (['paid', 'unchanged', 'ignored'] as const).filter(
    (part) => part === 'paid' || parts[part] > 0,
  )
  return (
    <div className="panel stack gap-1" data-tone={paid > 0 ? 'good' : undefined} data-outcome="recorded">
      <b className="break">{name}</b>
      <ul>
        {shown.map((part) => (
          <li key={part}>{t(`month-dialogs:references.${part}`, { count: parts[part] })}</li>
        ))}
      </ul>
    </div>
  )
}
