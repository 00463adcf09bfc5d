import type { Database } from '#server/platform/db/database.ts'
import { type JobAttempt, type ManagedJobQueue, RetryLater } from '#server/platform/jobs/queue.ts'
import type { Log } from '#server/platform/log.ts'
import {
  claimMail,
  type FinalState,
  markInterrupted,
  selectUnsentIds,
  settleAttempt,
  settleBounce,
  settleQueued,
} from './delivery.ts'
import { isExpired } from './lifetimes.ts'
import { isUnsubscribable } from './mail-data.ts'
import { createMailTokens, hideTokens, type MailTokens } from './mail-tokens.ts'
import { countMailAttempt } from './metrics.ts'
import { mailChange } from './outbox.ts'
import type { Delivery, MailServer } from './smtp.ts'
import {
  createMessage,
  createMessageId,
  findMail,
  type MailSettings,
  renderStoredMail,
  type StoredMail,
} from './stored-mail.ts'

interface WorkerDependencies {
  db: Database
  log: Log
  jobs: ManagedJobQueue
  now: () => Date
  settings: MailSettings
  /** Defaults to the one of the settings. */
  server?: MailServer | undefined
}

const sweepIntervalMs = 60_000
const sweepPageSize = 1_000

/** Mail stays in the outbox without a mail server. */
export async function startMailWorker({
  server,
  ...dependencies
}: WorkerDependencies): Promise<() => Promise<void>> {
  const { db, log, jobs, settings } = dependencies
  const { smtp } = settings.mail
  const mailServer = server ?? (smtp && (await import('./smtp.ts')).createMailServer(smtp))
  if (!mailServer) return async () => {}
  await jobs.registerHandler(
    'send-mail',
    (id, attempt) => sendMail({ ...dependencies, server: mailServer }, id, attempt),
    async (id) => (await findMail(db, id))?.state === 'queued',
  )
  const sweep = singleFlight(() =>
    enqueueUnsentMails(db, jobs, dependencies.now()).catch((err: unknown) =>
      log.warn({ err }, 'could not look for mail to send'),
    ),
  )
  const stopListening = db.listen({
    onConnect: sweep,
    onDisconnect: () => {},
    onChange: (kind) => {
      if (kind === mailChange) sweep()
    },
  })
  const timer = setInterval(sweep, sweepIntervalMs)
  timer.unref()
  sweep()
  return async () => {
    stopListening()
    clearInterval(timer)
  }
}

/** A call while one is running repeats it once afterwards. */
function singleFlight(run: () => Promise<void>): () => void {
  let isRunning = false
  let isRequested = false
  const start = async () => {
    isRunning = true
    do {
      isRequested = false
      await run()
    } while (isRequested)
    isRunning = false
  }
  return () => {
    isRequested = true
    if (!isRunning) void start()
  }
}

/** Recovery sweep, too: a mail in `sending` without a job is one whose process died in its last attempt. */
export async function enqueueUnsentMails(
  db: Database,
  jobs: Pick<ManagedJobQueue, 'enqueueMissing'>,
  now: Date,
): Promise<void> {
  let last = 0
  for (;;) {
    const ids = await selectUnsentIds(db, last, sweepPageSize, now)
    await jobs.enqueueMissing('send-mail', ids)
    if (ids.length < sweepPageSize) return
    last = ids.at(-1) ?? 0
  }
}

type SendDependencies = Omit<WorkerDependencies, 'jobs'> & { server: MailServer }

/** The queue runs one job per mail at a time, so one that is found in `sending` was left by an attempt that died. */
async function sendMail(dependencies: SendDependencies, id: number, attempt: JobAttempt): Promise<void> {
  const { db, log, now } = dependencies
  const mail = await findMail(db, id)
  if (mail?.state === 'sending') {
    await markInterrupted(db, id, mail.attempts, now())
    countMailAttempt('uncertain')
    log.warn({ mail: id, kind: mail.kind, state: 'uncertain' }, 'mail was being sent when its process ended')
  }
  if (mail?.state !== 'queued') return
  const obstacle = findObstacle(mail, now())
  const tokens = createMailTokens()
  const content = obstacle ? null : renderStoredMail(mail, dependencies.settings, tokens)
  if (!content) {
    const { state, failure } = obstacle ?? { state: 'failed' as const, failure: 'unknown kind or data' }
    await settleQueued(db, id, { state, failure }, now())
    countMailAttempt(state)
    log.warn({ mail: id, kind: mail.kind, state, reason: failure }, 'mail not sent')
    return
  }
  const messageId = createMessageId(mail)
  const { unsubscribeUrl } = content
  const message = createMessage(mail, content, messageId, dependencies.settings, unsubscribeUrl)
  const number = await claimMail(db, mail, tokens, now())
  if (number === null) return
  const delivery = hideReplyTokens(await dependencies.server.deliver(message, attempt.signal), tokens)
  await settle(dependencies, mail, number, delivery, attempt)
}

const hideReplyTokens = (delivery: Delivery, tokens: MailTokens): Delivery => ({
  ...delivery,
  reply: hideTokens(delivery.reply, tokens),
})

/** Migration 0049 has it, too. */
const endedLinkFailure = 'its link was used, replaced or has expired'

function findObstacle(mail: StoredMail, now: Date): { state: FinalState; failure: string } | null {
  const { kind, createdAt, isLinkEnded, isAccountRemoved, isSuppressed, isUnsubscribed } = mail
  if (isExpired(kind, createdAt, now)) return { state: 'failed', failure: 'expired' }
  if (isLinkEnded) return { state: 'suppressed', failure: endedLinkFailure }
  if (isAccountRemoved) return { state: 'suppressed', failure: 'the account was deleted' }
  if (isSuppressed) return { state: 'suppressed', failure: 'the address is suppressed' }
  if (isUnsubscribed && isUnsubscribable(kind)) return { state: 'suppressed', failure: 'unsubscribed' }
  return null
}

/** @throws {RetryLater} to try again */
async function settle(
  { db, log, now }: SendDependencies,
  mail: StoredMail,
  number: number,
  { outcome, reply, code }: Delivery,
  attempt: JobAttempt,
): Promise<void> {
  const { id, kind } = mail
  const record = async (state: 'queued' | FinalState, failure: string | null) => {
    await settleAttempt(db, id, number, { state, failure }, now())
    countMailAttempt(state)
    log[state === 'sent' ? 'info' : 'warn']({ mail: id, kind, state, attempt: number, code }, 'mail')
  }
  switch (outcome) {
    case 'accepted':
      return record('sent', null)
    case 'uncertain':
      return record('uncertain', `no reply after the message was handed over: ${reply}`)
    case 'rejected':
      return record('failed', reply)
    case 'bounced':
      await settleBounce(db, mail, number, reply, now())
      countMailAttempt('failed')
      return log.warn({ mail: id, kind, state: 'failed', attempt: number, code }, 'mail')
    case 'deferred': {
      // A shutdown returns the attempt to the queue.
      const isInterrupted = attempt.signal.reason instanceof RetryLater
      if (attempt.isLast && !isInterrupted) return record('failed', reply)
      await record('queued', reply)
      throw isInterrupted ? attempt.signal.reason : new RetryLater()
    }
  }
}
