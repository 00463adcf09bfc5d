import { useState } from 'react'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ApiError } from '#lib/api/call.ts'
import { joinSentences } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { decodeCsv, findRefusedLines, type RefusedLine } from './csv-file.ts'
import { DropZone } from './DropZone.tsx'
import { RefusedFile } from './RefusedFile.tsx'
import styles from './Upload.module.css'

interface Result<Change> {
  readonly changes: readonly Change[]
  readonly unchanged: number
}

export interface ShownChange {
  name: string
  detail: string
  text: string
}

interface CsvImportDialogProps<Change> {
  title: string
  lead: string
  columns: string
  /** The first lines of such a file. */
  example: string
  /** Characters. */
  maxLength: number
  /** `check`: only tells what would change. */
  send: (body: { file: string; check: boolean }) => Promise<Result<Change>>
  describe: (change: Change) => ShownChange
  /** Runs after the changes. @returns the text of a notification */
  onDone: (count: number) => string
}

type Outcome<Change> =
  | { kind: 'previewed'; name: string; file: string; result: Result<Change> }
  | { kind: 'refused'; name: string; text: string; lines: readonly RefusedLine[] }

/** Previews what a CSV file changes and what is wrong with its lines, then applies it as a whole. */
export function CsvImportDialog<Change>(props: CsvImportDialogProps<Change>) {
  const { title, lead, columns, example, describe } = props
  const { outcome, pending, failure, preview, apply } = useCsvImport(props)
  const previewed = outcome?.kind === 'previewed' ? outcome : null
  return (
    <Dialog title={title} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>{lead}</p>
        <p>{columns}</p>
        <pre className={styles.example}>{example}</pre>
        <DropZone label={title} pending={pending} onFile={preview} />
        <div role="status" className="stack gap-3">
          {previewed && <Preview name={previewed.name} result={previewed.result} describe={describe} />}
        </div>
        {outcome?.kind === 'refused' && <RefusedFile {...outcome} />}
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={closeDialog}>{t('common:close')}</Button>
        {previewed && previewed.result.changes.length > 0 && (
          <Button kind="primary" pending={pending} onClick={() => apply(previewed)}>
            {t('csv-upload:apply')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function useCsvImport<Change>({ maxLength, send, onDone }: CsvImportDialogProps<Change>) {
  const [outcome, setOutcome] = useState<Outcome<Change> | null>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function run(name: string, file: string, work: () => Promise<void>): Promise<void> {
    if (pending) return
    setPending(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const lines = findRefusedLines(error, file)
      setOutcome({ kind: 'refused', name, text: error.fields.file?.message ?? error.message, lines })
    } finally {
      setPending(false)
    }
  }

  async function preview(chosen: File): Promise<void> {
    const { name } = chosen
    const file = decodeCsv(new Uint8Array(await chosen.arrayBuffer()), locale())
    if (file.length > maxLength) return setFailure(t('messages:fields.file_long'))
    await run(name, file, async () => {
      setOutcome(null)
      setOutcome({ kind: 'previewed', name, file, result: await send({ file, check: true }) })
    })
  }

  /** What has changed since the preview counts: the file is checked again. */
  const apply = ({ name, file }: { name: string; file: string }) =>
    run(name, file, async () => {
      const { changes } = await send({ file, check: false })
      notify('success', onDone(changes.length))
      closeDialog()
    })
  return { outcome, pending, failure, preview, apply }
}

const maxShownChanges = 100

interface PreviewProps<Change> {
  name: string
  result: Result<Change>
  describe: (change: Change) => ShownChange
}

function describeChanges(changed: number, unchanged: number): string {
  const result = changed > 0 ? t('csv-upload:changes', { count: changed }) : t('csv-upload:nothing')
  return unchanged > 0 ? joinSentences(result, t('csv-upload:unchanged', { count: unchanged })) : result
}

const Preview = <Change,>({ name, result: { changes, unchanged }, describe }: PreviewProps<Change>) => (
  <section className="stack gap-3" aria-label={t('csv-upload:preview', { name })}>
    <div className="panel stack gap-1" data-tone={changes.length > 0 ? 'good' : undefined}>
      <b className="break">{name}</b>
      <p>{describeChanges(changes.length, unchanged)}</p>
    </div>
    {changes.length > 0 && (
      <ul className={styles.changes}>
        {changes.slice(0, maxShownChanges).map((change, at) => {
          const shown = describe(change)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their order.
            <li key={at}>
              <b className="break">{shown.name}</b>
              <small className="break">{shown.detail}</small>
              <span>{shown.text}</span>
            </li>
          )
        })}
        {changes.length > maxShownChanges && (
          <li>{t('csv-upload:moreChanges', { count: changes.length - maxShownChanges })}</li>
        )}
      </ul>
    )}
  </section>
)
