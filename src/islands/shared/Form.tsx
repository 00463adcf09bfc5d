import { type ReactNode, type SubmitEvent, startTransition, useActionState, useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '#lib/api.ts'
import styles from './Form.module.css'
import { errorsOfIssues, errorsOfRefusal } from './form-errors.ts'
import { blankForm, FormContext, type FormState } from './form-state.ts'

interface FormProps<Schema extends z.ZodMiniType> {
  /** What the fields hold, by their names; its messages are field codes. */
  schema: Schema
  /** Throws `ApiError` when the API refuses; its fields' errors are shown at the fields. */
  onSubmit: (values: z.output<Schema>) => Promise<void>
  children: ReactNode
}

type Outcome = Omit<FormState, 'pending'>

const fine: Outcome = { errors: {}, failure: null }

function outcomeOf(error: ApiError, names: readonly string[]): Outcome {
  const errors = errorsOfRefusal(error, names)
  return { errors, failure: Object.keys(errors).length > 0 ? null : error.message }
}

/** A form that checks itself by a schema of the contract before it sends, and says what the API refuses. */
export function Form<Schema extends z.ZodMiniType>({ schema, onSubmit, children }: FormProps<Schema>) {
  const form = useRef<HTMLFormElement>(null)
  const [outcome, submit, pending] = useActionState(async (_: Outcome, data: FormData): Promise<Outcome> => {
    const parsed = schema.safeParse(Object.fromEntries(data))
    if (!parsed.success) return { errors: errorsOfIssues(parsed.error.issues), failure: null }
    try {
      await onSubmit(parsed.data)
      return fine
    } catch (error) {
      if (error instanceof ApiError) return outcomeOf(error, [...data.keys()])
      throw error
    }
  }, blankForm)

  useEffect(() => {
    if (Object.keys(outcome.errors).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
  }, [outcome])

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const data = new FormData(event.currentTarget)
    startTransition(() => submit(data))
  }

  return (
    // Not `action`: React would empty the fields after each attempt. POST keeps a password out of the address.
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={send}>
      <FormContext value={{ ...outcome, pending }}>{children}</FormContext>
      <p className={styles.failure} role="alert">
        {outcome.failure}
      </p>
    </form>
  )
}
