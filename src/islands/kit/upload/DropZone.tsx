import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { t } from '#lib/i18n/strings.ts'
import styles from './Upload.module.css'

interface DropZoneProps {
  label: string
  pending: boolean
  /** Kinds of files and the button for them; default: CSV. */
  accept?: string
  choose?: string
  onFile: (file: File) => Promise<void>
}

export function DropZone({
  label,
  pending,
  accept = '.csv,.txt,text/csv',
  choose = t('csv-upload:choose'),
  onFile,
}: DropZoneProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useReturnedFocus(input, pending)
  return (
    <fieldset
      aria-label={label}
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
        {choose}
      </label>
      <input
        ref={input}
        id={id}
        className={styles.file}
        type="file"
        accept={accept}
        disabled={pending}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Choosing the same file again, once it has been corrected, must also fire a change.
          currentTarget.value = ''
          if (file) void onFile(file)
        }}
      />
      <span className="caption">{t('csv-upload:drop')}</span>
    </fieldset>
  )
}

/** Browsers take the focus from a field that is disabled while its file is read. */
function useReturnedFocus(input: RefObject<HTMLInputElement | null>, pending: boolean): void {
  const wasPending = useRef(pending)
  useEffect(() => {
    if (wasPending.current && !pending && document.activeElement?.matches('body, dialog'))
      input.current?.focus()
    wasPending.current = pending
  }, [input, pending])
}
