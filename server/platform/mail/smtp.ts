import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpConfig } from '#server/platform/config.ts'

export interface Message {
  from: { address: string; name: string }
  to: string
  subject: string
  text: string
  html: string
  /** Includes angle brackets. */
  messageId: string
  headers: Readonly<Record<string, string>>
}

/**
 * `deferred`: not accepted, may be tried again. `bounced`: the server knows no such recipient. `rejected`: refused for good for
 * another reason. `uncertain`: handed over without a reply, so it may or may not have been delivered.
 */
export interface Delivery {
  outcome: 'accepted' | 'deferred' | 'bounced' | 'rejected' | 'uncertain'
  /** The server's reply, or what went wrong; may name the recipient. */
  reply: string
  /** SMTP reply code or error code; safe to log. */
  code: string
}

export interface SmtpLimits {
  connectMs: number
  greetingMs: number
  /** Limits the time from connecting until the message is handed over. */
  handOverMs: number
  /** RFC 5321 (4.5.3.2.6) lets a server take its time; giving up makes the delivery uncertain. */
  replyMs: number
}

const defaultLimits: SmtpLimits = {
  connectMs: 15_000,
  greetingMs: 30_000,
  handOverMs: 60_000,
  replyMs: 300_000,
}

export interface MailServer {
  deliver(message: Message, signal: AbortSignal): Promise<Delivery>
  /** Signs in without sending. @throws {Error} with the server's reply */
  verify(): Promise<void>
}

/** A connection per message: idle connections are closed by servers, which would look like a failed delivery. */
export const createMailServer = (config: SmtpConfig, limits = defaultLimits): MailServer => ({
  deliver: (message, signal) => deliver(config, limits, message, signal),
  async verify() {
    const session = openSession(config, limits, AbortSignal.timeout(limits.handOverMs))
    try {
      await session.connect()
    } finally {
      session.close()
    }
  },
})

async function deliver(
  config: SmtpConfig,
  limits: SmtpLimits,
  message: Message,
  signal: AbortSignal,
): Promise<Delivery> {
  const handOverDeadline = new AbortController()
  const timer = setTimeout(
    () => handOverDeadline.abort(new Error('The server took too long.')),
    limits.handOverMs,
  )
  let isHandedOver = false
  const session = openSession(config, limits, AbortSignal.any([signal, handOverDeadline.signal]))
  // Read only after the server has asked for the message; from then on its last line may have reached the server.
  async function* handOver(content: Buffer) {
    isHandedOver = true
    clearTimeout(timer)
    yield content
  }
  try {
    const mime = composeMime(message)
    const content = await mime.build()
    await session.connect()
    const reply = await session.send(mime.getEnvelope(), Readable.from(handOver(content)))
    return { outcome: 'accepted', reply: toLine(reply), code: reply.slice(0, 3) }
  } catch (error) {
    return classifyError(error as SmtpError, isHandedOver)
  } finally {
    clearTimeout(timer)
    session.close()
  }
}

const composeMime = (message: Message) =>
  new MailComposer({
    ...message,
    to: { name: '', address: message.to },
    // A folded `List-Unsubscribe` may not survive a relay's DKIM signature, without which it does not count.
    headers: Object.entries(message.headers).map(([key, value]) => ({
      key,
      value: { prepared: true, value },
    })),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()

interface SmtpError extends Error {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number | false
  permanent?: boolean
}

function classifyError(error: SmtpError, isHandedOver: boolean): Delivery {
  const { code, originalCode, command, response, responseCode, permanent } = error
  const describe = (outcome: Delivery['outcome']): Delivery => ({
    outcome,
    reply: toLine(response || error.message),
    code: String(responseCode || originalCode || code || error.name),
  })
  if (!responseCode) {
    if (isHandedOver) return describe('uncertain')
    // The address itself cannot be sent to.
    return describe(code === 'EENVELOPE' && command === 'API' ? 'rejected' : 'deferred')
  }
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  if (!permanent || !isAboutMessage) return describe('deferred')
  return describe(command === 'RCPT TO' && isUnknownRecipient(response ?? '') ? 'bounced' : 'rejected')
}

/**
 * Hard bounce. Of the enhanced status codes (RFC 3463), 5.1 is about the address and 5.2.1 about a closed mailbox; others are
 * about a full mailbox or about this sender, which must not suppress the address.
 */
function isUnknownRecipient(reply: string): boolean {
  const [, code, enhanced] = /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(reply) ?? []
  if (enhanced) return /^5\.1\.|^5\.2\.1$/.test(enhanced)
  return code === '550' || code === '551' || code === '553'
}

const maxReplyLength = 300

const toLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, maxReplyLength)

function openSession(
  { host, port, isSecure, isLoopback, credentials }: SmtpConfig,
  { connectMs, greetingMs, replyMs }: SmtpLimits,
  signal: AbortSignal,
) {
  const connection = new SMTPConnection({
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && !isLoopback,
    // A relay on the same machine often has a certificate of its own making, which protects nothing there.
    ignoreTLS: isLoopback,
    allowInternalNetworkInterfaces: true,
    connectionTimeout: connectMs + greetingMs,
    dnsTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: replyMs,
    socketCloseTimeout: 0,
  })
  const failure = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  failure.catch(() => {})
  const run = <Result>(
    start: (done: (error: Error | null | undefined, result?: Result) => void) => void,
  ): Promise<Result> =>
    Promise.race([
      failure,
      new Promise<Result>((resolve, reject) =>
        start((error, result) => (error ? reject(error) : resolve(result as Result))),
      ),
    ])
  return {
    async connect(): Promise<void> {
      await run((done) => connection.connect(done))
      if (credentials)
        await run((done) => connection.login({ user: credentials.user, pass: credentials.password }, done))
    },
    async send(envelope: { from: string | false; to: string[] }, content: Readable): Promise<string> {
      const { response } = await run<{ response: string }>((done) => connection.send(envelope, content, done))
      return response
    },
    close: () => connection.close(),
  }
}
