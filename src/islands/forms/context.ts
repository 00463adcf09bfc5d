import { createContext, useContext } from 'react'

export interface FormState {
  /** Messages by the name of their field, in the page's language. */
  readonly errors: Readonly<Record<string, string>>
  /** What is wrong with the form as a whole. */
  readonly failure: string | null
  readonly pending: boolean
}

export const initialFormState: FormState = { errors: {}, failure: null, pending: false }

export const FormContext = createContext<FormState>(initialFormState)

export const useFormState = () => useContext(FormContext)
