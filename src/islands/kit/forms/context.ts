import { createContext, useContext } from 'react'

export interface FormState {
  /** Localized messages by field name. */
  readonly errors: Readonly<Record<string, string>>
  readonly failure: string | null
  readonly pending: boolean
}

export const initialFormState: FormState = { errors: {}, failure: null, pending: false }

export const FormContext = createContext<FormState>(initialFormState)

export const useFormState = () => useContext(FormContext)
