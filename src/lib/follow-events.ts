/** One of HTML's server-sent events. */
export interface StreamEvent {
  readonly name: string
  readonly data: string
}

/** Takes the text of an event stream in pieces cut anywhere, and gives the events that each piece completes. */
export function eventParser(): (piece: string) => StreamEvent[] {
  let rest = ''
  let afterReturn = false
  const takeLine = lineReader()
  return (piece) => {
    if (piece === '') return []
    // The second half of a line's end that was cut in two.
    const fresh = afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    afterReturn = piece.endsWith('\r')
    const lines = (rest + fresh).split(/\r\n|\r|\n/)
    rest = lines.pop() ?? ''
    return lines.map(takeLine).filter((event) => event !== undefined)
  }
}

/** Takes the lines of a stream one by one; the empty one after an event gives it. */
function lineReader(): (line: string) => StreamEvent | undefined {
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
