import * as z from 'zod/mini'
import { changeRefusals, FactorConfirmation } from '#contract/people/second-factor.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'

/** `YYYY-MM` or `YYYY`: of payments, not of statements. */
export const TaxPeriod = z.string().check(z.regex(/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/))

/** Whom a tax file leaves out, because the person has not entered a number that the tax office needs. */
export const MissingTaxId = z.object({
  /** Null when the account is gone. */
  email: z.nullable(z.string()),
  /** Numbers of the statements. */
  statements: z.array(z.string()),
})
export type MissingTaxId = z.infer<typeof MissingTaxId>

export const createTaxFile = defineEndpoint({
  name: 'createTaxFile',
  summary:
    'The payment statement for the Korean tax office, of what the network paid in a month (simplified) or a year, as a spreadsheet with whole resident and business registration numbers; after the caller’s password or passkey, with an entry in the audit log for each number.',
  method: 'POST',
  path: 'v2/mcn/months/tax-file',
  access: 'money.change',
  confirmation: 'password',
  limits: [
    { name: 'tax-id-reading', by: 'account' },
    { name: 'reauthentication', counted: 'per account, for each wrong password' },
  ],
  traces: ['audit', 'event'],
  body: z.extend(FactorConfirmation, { period: TaxPeriod }),
  output: z.object({
    /** Null when nothing can be filed. */
    file: z.nullable(z.object({ name: z.string(), type: z.string(), base64: z.string() })),
    people: z.int(),
    missing: z.array(MissingTaxId),
    /** Numbers of statements of which tax is withheld, but that nobody has been paid for yet. */
    unpaid: z.array(z.string()),
  }),
  refusals: changeRefusals,
})
