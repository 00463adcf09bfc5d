import { useState } from 'react'
import { importPayments, maxPaymentsFile } from '#contract/settlement/statement-payments.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { decodeCsv, findRefusedLines, type RefusedLine } from '#islands/kit/upload/csv-file.ts'
import { DropZone } from '#islands/kit/upload/DropZone.tsx'
import { RefusedFile } from '#islands/kit/upload/RefusedFile.tsx'
import { reloadMonth } from '#islands/settlement/months/state/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Dialogs.module.css'

type Outcome =
  | { kind: 'recorded'; name: string; paid: number; unchanged: number; ignored: number }
  | { kind: 'refused'; name: string; text: string; lines: readonly RefusedLine[] }

/** Reads the payment list back, with days and references that somebody has filled in. */
export function ReferencesDialog() {
  const { outcome, pending, upload } = useUpload()
  return (
    <Dialog title={t('month-dialogs:references.title')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>{t('month-dialogs:references.lead')}</p>
        <ol className={styles.steps}>
          {(['export', 'fill', 'upload'] as const).map((step) => (
            <li key={step}>{t(`month-dialogs:references.steps.${step}`)}</li>
          ))}
        </ol>
        <DropZone label={t('month-dialogs:references.title')} pending={pending} onFile={upload} />
        <div role="status" className="stack gap-3">
          {outcome?.kind === 'recorded' && <Recorded {...outcome} />}
        </div>
        {outcome?.kind === 'refused' && <RefusedFile {...outcome} />}
      </DialogContent>
      <DialogActions>
        <Button kind={outcome?.kind === 'recorded' ? 'primary' : undefined} onClick={closeDialog}>
          {t('common:close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function useUpload() {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [pending, setPending] = useState(false)
  async function upload(chosen: File) {
    if (pending) return
    const { name } = chosen
    setPending(true)
    setOutcome(null)
    const file = decodeCsv(new Uint8Array(await chosen.arrayBuffer()), locale())
    try {
      if (file.length > maxPaymentsFile) throw new ApiError('too_large')
      const result = await call(importPayments, { body: { file } })
      setOutcome({ kind: 'recorded', name, ...result })
      if (result.paid > 0) reloadMonth()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const lines = findRefusedLines(error, file)
      const text = error.fields.file?.message ?? error.message
      setOutcome({ kind: 'refused', name, text, lines })
    } finally {
      setPending(false)
    }
  }
  return { outcome, pending, upload }
}

const Recorded = ({ name, paid, unchanged, ignored }: Extract<Outcome, { kind: 'recorded' }>) => {
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
