import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Who pays, and whom to ask about a settlement. */
export const Contacts = z.object({
  company_name: z.string(),
  company_address: z.string(),
  business_number: z.string(),
  company_mail: z.string(),
  manager_name: z.string(),
  manager_contact: z.string(),
})
export type Contacts = z.infer<typeof Contacts>

export const readContacts = endpoint({
  name: 'readContacts',
  method: 'GET',
  path: 'member/mcn/contacts',
  access: 'account',
  output: z.object({ contacts: z.nullable(Contacts) }),
})
