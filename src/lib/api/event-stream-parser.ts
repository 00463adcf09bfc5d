/** One of HTML's server-sent events. */
export interface ServerSentEvent {
  readonly name: string
  readonly data: string
}

/** Takes the text of an event stream in pieces cut anywhere, and gives the events that each piece completes. */
export function createEventParser(): (chunk: string) => ServerSentEvent[] {
  let buffer = ''
  let endedWithReturn = false
  const takeLine = createLineParser()
  return (piece) => {
    if (piece === '') return []
    // The second half of a line's end that was cut in two.
    const input = endedWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    endedWithReturn = piece.endsWith('\r')
    const lines = (buffer + input).split(/\r\n|\r|\n/)
    buffer = lines.pop() ?? ''
    return lines.map(takeLine).filter((event) => event !== undefined)
  }
}

/** Takes the lines of a stream one by one; the empty one after an event gives it. */
function createLineParser(): (line: string) => ServerSentEvent | undefined {
  let name = ''
  let data: string[] = []
  return (line) => {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
    if (line !== '') return undefined
    // Without a line of data it is none.
    const event = data.length > 0 ? { name: name || 'message', data: data.join('\n') } : undefined
    name = ''
    data = []
    return event
  }
}
