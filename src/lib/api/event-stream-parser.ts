/** A server-sent event of the HTML standard. */
export interface ServerSentEvent {
  readonly name: string
  readonly data: string
}

export function createEventParser(): (chunk: string) => ServerSentEvent[] {
  let buffer = ''
  let endedWithReturn = false
  const takeLine = createLineParser()
  return (piece) => {
    if (piece === '') return []
    // The second half of a CRLF split between chunks.
    const input = endedWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    endedWithReturn = piece.endsWith('\r')
    const lines = (buffer + input).split(/\r\n|\r|\n/)
    buffer = lines.pop() ?? ''
    return lines.map(takeLine).filter((event) => event !== undefined)
  }
}

function createLineParser(): (line: string) => ServerSentEvent | undefined {
  let name = ''
  let data: string[] = []
  return (line) => {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
    if (line !== '') return undefined
    const event = data.length > 0 ? { name: name || 'message', data: data.join('\n') } : undefined
    name = ''
    data = []
    return event
  }
}
