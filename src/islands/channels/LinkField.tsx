import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { t } from '#lib/strings.ts'
import { Field } from '#shared/Field.tsx'
import { errorsOfRefusal } from '#shared/form-errors.ts'
import { FormContext, useFormState } from '#shared/form-state.ts'
import { useTyped } from '#shared/use-typed.ts'
import { FoundPreview } from './FoundPreview.tsx'
import { $lookUp, linkProblem, lookFor } from './look-up.ts'

const name = 'link'

/** The channel's link: once typing rests, what is wrong with it or which channel it names. */
export function LinkField() {
  const form = useFormState()
  const [own, setOwn] = useState<{ message: string | undefined; since: typeof form.errors } | null>(null)
  const { error } = useStore($lookUp)
  const typed = useTyped((link) => {
    const problem = link === '' ? null : linkProblem(link)
    setOwn({ message: problem ? t(`messages:fields.${problem}`) : undefined, since: form.errors })
    lookFor(link || null)
  })
  function type(link: string) {
    lookFor(null)
    setOwn({ message: undefined, since: form.errors })
    typed.type(link)
  }
  // What the form said of an earlier link is no longer true; what it says anew is.
  const newest = own !== null && own.since === form.errors ? own.message : form.errors[name]
  const message = newest ?? (error ? (errorsOfRefusal(error, [name])[name] ?? error.message) : undefined)
  const { [name]: _, ...others } = form.errors
  return (
    <>
      <FormContext value={{ ...form, errors: message ? { [name]: message, ...others } : others }}>
        <Field
          name={name}
          label={t('channels:add.link')}
          hint={t('channels:add.linkHint')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={500}
          onChange={(event) => type(event.target.value)}
          onCompositionStart={() => typed.compose(true)}
          onCompositionEnd={() => typed.compose(false)}
        />
      </FormContext>
      <FoundPreview />
    </>
  )
}
