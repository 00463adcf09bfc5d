import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'

export const PaymentInfo = z.object({
  company_name: z.string(),
  company_address: z.string(),
  business_number: z.string(),
  company_mail: z.string(),
  manager_name: z.string(),
  manager_contact: z.string(),
})
export type PaymentInfo = z.infer<typeof PaymentInfo>

export const readPaymentInfo = defineEndpoint({
  name: 'readPaymentInfo',
  summary: 'The payment info of the site; null if the operator has set none.',
  method: 'GET',
  path: 'member/mcn/contacts',
  access: 'account',
  output: z.object({ contacts: z.nullable(PaymentInfo) }),
})
