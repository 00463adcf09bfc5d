import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useFormState } from '#islands/kit/forms/context.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './DialogParts.module.css'

interface DialogContentProps {
  phase?: string
  children: ReactNode
}

export const DialogContent = ({ phase, children }: DialogContentProps) => (
  <div className={styles.content} data-phase={phase}>
    {children}
  </div>
)

interface SubjectLineProps {
  name: string
  detail: string | null
  picture?: ReactNode
}

export const SubjectLine = ({ name, detail, picture }: SubjectLineProps) => (
  <p className={styles.subject}>
    {picture}
    <span className="grid min-0 break">
      <b className="bold">{name}</b>
      {detail !== null && <small>{detail}</small>}
    </span>
  </p>
)

interface PointListProps {
  title: string
  tone?: 'warn'
  /** Shown between the title and the points. */
  note?: ReactNode
  points: readonly string[]
  /** The point that applies to the reader. */
  emphasized?: string | undefined
}

export const PointList = ({ title, tone, note, points, emphasized }: PointListProps) => (
  <div className={`panel ${styles.points}`} data-tone={tone}>
    <p className="bold">{title}</p>
    {note}
    <ul>
      {points.map((point) => (
        <li key={point}>{point === emphasized ? <strong>{point}</strong> : point}</li>
      ))}
    </ul>
  </div>
)

/** Scrolls to a text that appears: it is often below what fits on the screen. */
export function ErrorMessage({ text }: { text: string | null }) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (text !== null) message.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <p ref={message} className="panel" data-tone="bad" role="alert">
      {text}
    </p>
  )
}

interface DialogActionsProps {
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

export const DialogActions = ({ ref, children }: DialogActionsProps) => (
  <div ref={ref} className={styles.actions}>
    {children}
  </div>
)

interface FormActionsProps {
  kind?: 'primary' | 'danger'
  onClose: () => void
  children: ReactNode
}

export function FormActions({ kind = 'primary', onClose, children }: FormActionsProps) {
  const { pending } = useFormState()
  return (
    <DialogActions>
      <Button onClick={onClose}>{t('common:cancel')}</Button>
      <Button type="submit" kind={kind} pending={pending}>
        {children}
      </Button>
    </DialogActions>
  )
}
