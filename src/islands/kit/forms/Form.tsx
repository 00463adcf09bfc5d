import { type ReactNode, type SubmitEvent, startTransition, useActionState, useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '#lib/api/call.ts'
import { FormContext, type FormState, initialFormState } from './context.ts'
import { getApiErrors, getIssueErrors } from './errors.ts'

interface FormProps<Schema extends z.ZodMiniType> {
  /** Keyed by field name; its messages are field codes. */
  schema: Schema
  onSubmit: (values: z.output<Schema>) => Promise<void>
  children: ReactNode
}

type SubmitResult = Omit<FormState, 'pending'>

const success: SubmitResult = { errors: {}, failure: null }

function toSubmitResult(error: ApiError, names: readonly string[]): SubmitResult {
  const errors = getApiErrors(error, names)
  return { errors, failure: Object.keys(errors).length > 0 ? null : error.message }
}

export function Form<Schema extends z.ZodMiniType>({ schema, onSubmit, children }: FormProps<Schema>) {
  const form = useRef<HTMLFormElement>(null)
  const [result, submit, pending] = useActionState(
    async (_: SubmitResult, data: FormData): Promise<SubmitResult> => {
      const parsed = schema.safeParse(Object.fromEntries(data))
      if (!parsed.success) return { errors: getIssueErrors(parsed.error.issues), failure: null }
      try {
        await onSubmit(parsed.data)
        return success
      } catch (error) {
        if (error instanceof ApiError) return toSubmitResult(error, [...data.keys()])
        throw error
      }
    },
    initialFormState,
  )

  useEffect(() => {
    if (Object.keys(result.errors).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
  }, [result])

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const data = new FormData(event.currentTarget)
    startTransition(() => submit(data))
  }

  return (
    // React would reset the fields after an `action`. POST keeps passwords out of the URL.
    <form ref={form} className="grid gap-4" method="post" noValidate onSubmit={handleSubmit}>
      <FormContext value={{ ...result, pending }}>{children}</FormContext>
      <p className="panel" data-tone="bad" role="alert">
        {result.failure}
      </p>
    </form>
  )
}
