import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A line that begins with a dot is sent with two: RFC 5321, section 4.5.2. */
const removeDotStuffing = (content: string) => content.replaceAll('\r\n..', '\r\n.')

/** `message`: while the message arrives; `end`: after its final dot, when the server has received it. */
export type SmtpStep = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message' | 'end'

export interface SmtpFault {
  step: SmtpStep
  /** Replaces the usual reply. `{link}`: quotes the link of the message, as filters of spam do. */
  reply?: string
  /** Ends the connection without a reply. */
  cut?: boolean
  /** Never replies. */
  silent?: boolean
  delayMs?: number
  /** Number of connections with this fault; all by default. */
  times?: number
}

export interface ReceivedMessage {
  from: string
  to: string
  content: string
}

const defaultReplies: Record<SmtpStep, string> = {
  greeting: '220 mail.test ESMTP',
  EHLO: '250-mail.test\r\n250-AUTH PLAIN\r\n250 SIZE 1000000',
  AUTH: '235 2.7.0 Accepted',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go ahead',
  message: '',
  end: '250 2.0.0 Queued as 12345',
}

/** Starts a mail server that accepts everything, except for its faults. */
export async function startFakeSmtp(port = 0) {
  const messages: ReceivedMessage[] = []
  const steps: SmtpStep[] = []
  const faults: SmtpFault[] = []
  const sockets = new Set<Socket>()

  function takeFault(step: SmtpStep): SmtpFault | undefined {
    const fault = faults.find((one) => one.step === step && (one.times ?? 1) > 0)
    if (fault?.times !== undefined) fault.times--
    return fault
  }

  function serve(socket: Socket): void {
    sockets.add(socket)
    socket.setEncoding('utf8')
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    const envelope = { from: '', to: '' }
    let buffer = ''
    let link = ''
    let content: string | null = null

    /** @returns whether the usual reply was sent */
    function reach(step: SmtpStep): boolean {
      steps.push(step)
      const fault = takeFault(step)
      const reply = (fault?.reply ?? defaultReplies[step]).replace('{link}', link)
      if (fault?.cut) socket.destroy()
      else if (!fault?.silent && reply !== '') {
        if (fault?.delayMs) setTimeout(() => socket.write(`${reply}\r\n`), fault.delayMs)
        else socket.write(`${reply}\r\n`)
      }
      return !fault || fault.reply === undefined
    }

    function receiveCommand(line: string): void {
      const command = line.split(/[ :]/)[0]?.toUpperCase() ?? ''
      if (command === 'QUIT') return void socket.end('221 2.0.0 Bye\r\n')
      if (command === 'MAIL') envelope.from = /<(.*)>/.exec(line)?.[1] ?? ''
      if (command === 'RCPT') envelope.to = /<(.*)>/.exec(line)?.[1] ?? ''
      if (!(command in defaultReplies)) return void socket.write('502 Unknown command\r\n')
      if (reach(command as SmtpStep) && command === 'DATA') content = ''
    }

    socket.on('data', (chunk: string) => {
      buffer += chunk
      if (content === '' && buffer !== '') reach('message')
      for (;;) {
        const end = content === null ? buffer.indexOf('\r\n') : buffer.indexOf('\r\n.\r\n')
        if (end < 0 || socket.destroyed) return
        const part = buffer.slice(0, end)
        buffer = buffer.slice(end + (content === null ? 2 : 5))
        if (content === null) receiveCommand(part)
        else {
          content = null
          link = /https?:\S+email-link#\S+/.exec(part.replaceAll('=\r\n', ''))?.[0] ?? ''
          const isRefused = faults.some(({ step, reply, times }) => step === 'end' && reply && times !== 0)
          if (!isRefused) messages.push({ ...envelope, content: removeDotStuffing(part) })
          reach('end')
        }
      }
    })
    reach('greeting')
  }

  const server = createServer(serve)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `smtp://mailer:s3cret@127.0.0.1:${address.port}`,
    port: address.port,
    messages,
    /** Steps in the order in which clients reached them. */
    steps,
    /** Applied in this order. */
    faults,
    countMessages: (recipient: string) => messages.filter(({ to }) => to === recipient).length,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

export type FakeSmtp = Awaited<ReturnType<typeof startFakeSmtp>>

/** Decodes quoted-printable and base64 parts and folded headers, as far as tests need them. */
export function readMessage(content: string) {
  const [head = ''] = content.split('\r\n\r\n', 1)
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const parts = [...content.matchAll(/Content-Type: (text\/\w+).*?\r\n\r\n(.*?)\r\n(?=--)/gs)].map(
    ([part = '', type = '', body = '']) => [type, decodePart(part, body)] as const,
  )
  return { headers, subject: decodeWords(headers.get('subject') ?? ''), parts: Object.fromEntries(parts) }
}

const decodePart = (part: string, body: string): string =>
  /Transfer-Encoding: base64/i.test(part)
    ? Buffer.from(body, 'base64').toString()
    : /Transfer-Encoding: quoted-printable/i.test(part)
      ? decodeQuoted(body.replace(/=\r\n/g, ''))
      : body

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const decodeWords = (text: string): string =>
  text
    .replace(/\?= =\?UTF-8\?[QB]\?/gi, '')
    .replace(/=\?UTF-8\?([QB])\?(.*?)(?:\?=|$)/gi, (_, encoding: string, word: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
