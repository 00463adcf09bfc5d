import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, idParam } from '#contract/platform/params.ts'

/** In `amountUnits` of the currency. */
export const DeletionMoney = z.object({
  currency: Currency,
  /** The site's rule: what is not paid is lost with what is deleted, unless it is on request. */
  forfeits: z.boolean(),
  /** Booked and not paid: what would be lost, or stay. */
  amount: z.int(),
  /** Stays in any case: it is on request, or a bank was asked to pay it. */
  requested: z.int(),
  /** Estimated profit after fee of the months that are not closed, which would be lost or stay as well. */
  estimated: z.int(),
})
export type DeletionMoney = z.infer<typeof DeletionMoney>

export const readDeletion = defineEndpoint({
  name: 'readDeletion',
  summary: 'What money the deletion of the own account, a member or a channel would end, before it happens.',
  method: 'GET',
  path: 'v2/mcn/statements/deletion',
  access: 'account',
  query: z.object({
    /** An account of the manager's network; managers only. Both absent: the caller. */
    member: z.optional(idParam()),
    /** A registration that the caller may delete: what members have not been paid of its channel. */
    registration: z.optional(idParam()),
  }),
  output: DeletionMoney,
  refusals: ['forbidden', 'not_found'],
})
