import { type ReactNode, useId, useRef } from 'react'
import * as z from 'zod/mini'
import { maxQuestionLength, QuestionText } from '#contract/settlement/questions/questions.ts'
import { useFormState } from '#islands/kit/forms/context.ts'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Questions.module.css'

const schema = z.object({ text: QuestionText })

interface MessageFormProps {
  label: string
  onSend: (text: string) => Promise<void>
  /** More buttons. */
  children?: ReactNode
}

export function MessageForm({ label, onSend, children }: MessageFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div className={styles.form}>
      <Form
        schema={schema}
        onSubmit={async ({ text }) => {
          await onSend(text)
          notify('success', t('questions:thread.sent'))
          if (field.current) field.current.value = ''
        }}
      >
        <TextField label={label} field={field} />
        <div className={styles.buttons}>
          <SubmitButton>{t('questions:thread.send')}</SubmitButton>
          {children}
        </div>
      </Form>
    </div>
  )
}

function TextField({ label, field }: { label: string; field: React.RefObject<HTMLTextAreaElement | null> }) {
  const id = useId()
  const message = useFormState().errors.text
  return (
    <div className="grid gap-tight">
      <label className="text-s medium" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        name="text"
        className={`input ${styles.text}`}
        rows={2}
        maxLength={maxQuestionLength}
        aria-invalid={message !== undefined || undefined}
        aria-describedby={message === undefined ? undefined : `${id}-error`}
      />
      {message !== undefined && (
        <p className="text-s bad" id={`${id}-error`}>
          {message}
        </p>
      )}
    </div>
  )
}
