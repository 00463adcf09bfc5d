/** A server-sent event of the HTML standard. */
export interface ServerSentEvent {
  readonly name: string
  readonly data: string
}

/** Parses an event stream chunk by chunk; each call returns the events that the chunk completes. */
export function createEventParser(): (chunk: string) => ServerSentEvent[] {
  let buffer = ''
  let endedWithReturn = false
  const takeLine = createLineParser()
  return (piece) => {
    if (piece === '') return []
    // The second half of a CRLF that was split between chunks.
    const input = endedWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    endedWithReturn = piece.endsWith('\r')
    const lines = (buffer + input).split(/\r\n|\r|\n/)
    buffer = lines.pop() ?? ''
    return lines.map(takeLine).filter((event) => event !== undefined)
  }
}

/** Parses a stream line by line; an empty line completes an event. */
function createLineParser(): (line: string) => ServerSentEvent | undefined {
  let name = ''
  let data: string[] = []
  return (line) => {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
    if (line !== '') return undefined
    // Events without data are ignored.
    const event = data.length > 0 ? { name: name || 'message', data: data.join('\n') } : undefined
    name = ''
    data = []
    return event
  }
}
