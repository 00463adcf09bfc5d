import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'

/** Idempotent; the mark never moves back. */
export const markStatementsSeen = defineEndpoint({
  name: 'markStatementsSeen',
  summary: 'Marks the person’s statements up to one as seen; returns how many are newer.',
  method: 'POST',
  path: 'v2/mcn/statements/seen',
  access: 'account',
  body: z.object({
    /** Id of the newest statement on the screen. */
    id: z.int().check(z.minimum(1)),
  }),
  output: z.object({ newStatements: z.int() }),
})
