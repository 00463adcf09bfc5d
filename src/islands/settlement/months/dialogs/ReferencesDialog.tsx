import { useId, useState } from 'react'
import { importPayments, maxPaymentsFile } from '#contract/settlement/statement-payments.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { reloadMonth } from '#islands/settlement/months/state/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Dialogs.module.css'
import { decodeCsv, findRefusedLines, type RefusedLine } from './payments-file.ts'

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
        <DropZone pending={pending} onFile={upload} />
        <div role="status" className="stack gap-3">
          {outcome?.kind === 'recorded' && <Recorded {...outcome} />}
        </div>
        {outcome?.kind === 'refused' && <Refused {...outcome} />}
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

interface DropZoneProps {
  pending: boolean
  onFile: (file: File) => Promise<void>
}

function DropZone({ pending, onFile }: DropZoneProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  return (
    <fieldset
      aria-label={t('month-dialogs:references.title')}
      className={styles.drop}
      data-over={isOver || undefined}
      aria-busy={pending}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const file = event.dataTransfer.files[0]
        if (file) void onFile(file)
      }}
    >
      <label className="button" htmlFor={id}>
        {pending ? <span className="ring" /> : null}
        {t('month-dialogs:references.choose')}
      </label>
      <input
        id={id}
        className={styles.file}
        type="file"
        accept=".csv,.txt,text/csv"
        disabled={pending}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Choosing the same file again, once it has been corrected, must also fire a change.
          currentTarget.value = ''
          if (file) void onFile(file)
        }}
      />
      <span className="caption">{t('month-dialogs:references.drop')}</span>
    </fieldset>
  )
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

const maxShownLines = 20

const Refused = ({ name, text, lines }: Extract<Outcome, { kind: 'refused' }>) => (
  <>
    <ErrorMessage
      text={lines.length > 0 ? t('month-dialogs:references.refused', { name, count: lines.length }) : text}
    />
    {lines.length > 0 && (
      <ul className={styles.lines}>
        {lines.slice(0, maxShownLines).map(({ number, reason, content }) => (
          <li key={number}>
            <b>{t('month-dialogs:references.line', { number: formatNumber(number, locale()) })}</b>{' '}
            <span className="bad">{reason}</span>
            {content !== '' && <code>{content}</code>}
          </li>
        ))}
        {lines.length > maxShownLines && (
          <li>{t('month-dialogs:references.moreLines', { count: lines.length - maxShownLines })}</li>
        )}
      </ul>
    )}
  </>
)
