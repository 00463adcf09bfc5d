import * as z from 'zod/mini'
import { Count, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { StateMeter } from '#server/platform/metrics/meter.ts'
import { createCounter } from '#server/platform/metrics/registry.ts'
import { mailStates } from './outbox.ts'

const attempts = createCounter({
  name: 'hookline_mail_attempts_total',
  help: 'Attempts to send a mail, by the state in which they left it; queued: it will be tried again.',
  labels: ['state'],
})

type MailState = (typeof mailStates)[number]
const results = mailStates.filter((state) => state !== 'sending')
// Starts each counter at 0, so that the first mail is seen as a change.
for (const state of results) attempts.inc({ state }, 0)

export const countMailAttempt = (state: Exclude<MailState, 'sending'>): void => attempts.inc({ state })

const MailRow = z.object({ state: z.enum(mailStates), mails: Count, oldest: Timestamp })

/** Mail that was sent is not in the index, and counted by its attempts. */
export const measureMails: StateMeter = async ({ db, now, gauge }) => {
  const mails = gauge({
    name: 'hookline_mails',
    help: 'Mails of the outbox that were not sent, by state.',
    labels: ['state'],
  })
  const oldest = gauge({
    name: 'hookline_mail_oldest_queued_seconds',
    help: 'Age of the oldest mail that waits to be sent; 0: none waits.',
  })
  const rows = await db.query(
    MailRow,
    sql`select state,
      count(*) as mails,
      min(created_at) as oldest
    from mails
    where state <> 'sent'
    group by state`,
  )
  for (const state of mailStates.filter((one) => one !== 'sent'))
    mails.set({ state }, rows.find((row) => row.state === state)?.mails ?? 0)
  const queued = rows.find(({ state }) => state === 'queued')
  oldest.set(queued ? Math.max(0, (now.getTime() - Date.parse(queued.oldest)) / 1000) : 0)
}
