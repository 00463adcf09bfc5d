import { useId, useState } from 'react'
import { channelCategories } from '#contract/channels.ts'
import { t } from '#lib/strings.ts'
import fields from '#shared/Field.module.css'
import { useFormState } from '#shared/form-state.ts'
import select from '#shared/Select.module.css'
import styles from './Dialogs.module.css'
import { categoryField } from './member-form.ts'

/** What the member's channel is about. */
export function CategoryField() {
  const id = useId()
  const [value, setValue] = useState('')
  const { errors } = useFormState()
  const message = value === '' ? errors[categoryField] : undefined
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {t('channels:add.category')}
      </label>
      <span className={`${select.select} ${styles.choice}`}>
        <select
          id={id}
          name={categoryField}
          required
          value={value}
          onChange={(event) => setValue(event.target.value)}
          aria-invalid={message !== undefined || undefined}
          aria-describedby={message && `${id}-error`}
        >
          <option value="" disabled hidden>
            {t('channels:add.chooseCategory')}
          </option>
          {channelCategories.map((category) => (
            <option key={category} value={category}>
              {t(`channels:category.${category}`)}
            </option>
          ))}
        </select>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2.5 4.5 6 8l3.5-3.5" />
        </svg>
      </span>
      {message && (
        <p className={fields.error} id={`${id}-error`}>
          {message}
        </p>
      )}
    </div>
  )
}
