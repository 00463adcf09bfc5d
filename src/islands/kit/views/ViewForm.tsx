import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { ViewName } from '#contract/portal/saved-views.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './ViewsPanel.module.css'

const NameForm = z.object({ name: ViewName })

interface ViewFormProps {
  name: string
  onSubmit: (name: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the name of a view, within the list. */
export function ViewForm({ name, onSubmit, onCancel }: ViewFormProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = container.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field bubble up to it.
    <div
      ref={container}
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onCancel()
      }}
    >
      <Form schema={NameForm} onSubmit={(values) => onSubmit(values.name)}>
        <Field name="name" label={t('saved-views:name')} defaultValue={name} autoComplete="off" />
        <div className="wrap justify-end gap-2">
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          <SubmitButton>{t('common:save')}</SubmitButton>
        </div>
      </Form>
    </div>
  )
}
