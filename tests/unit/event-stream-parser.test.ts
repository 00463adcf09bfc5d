import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventParser, type ServerSentEvent } from '#lib/api/event-stream-parser.ts'

/** Parses the events of a stream that arrives in these pieces. */
function parseEvents(pieces: readonly string[]): ServerSentEvent[] {
  const parse = createEventParser()
  return pieces.flatMap(parse)
}

test('an event has a name and lines of data', () => {
  expect(parseEvents(['event: changed\ndata: a\ndata:b\ndata:  c\n\n'])).toEqual([
    { name: 'changed', data: 'a\nb\n c' },
  ])
  expect(parseEvents(['data\n\n', 'event: x\ndata:\n\n'])).toEqual([
    { name: 'message', data: '' },
    { name: 'x', data: '' },
  ])
})

test('comments, other fields, events without data and what is not complete are none', () => {
  expect(parseEvents([': heartbeat\n\n', 'id: 7\nretry: 10\n\n', 'event: changed\n\n'])).toEqual([])
  expect(parseEvents(['event: changed\ndata: a\n'])).toEqual([])
  // The name belonged to the event without data.
  expect(parseEvents(['event: changed\n\ndata: a\n\n'])).toEqual([{ name: 'message', data: 'a' }])
})

const anyText = fc.string({ unit: fc.constantFrom('a', ' ', ':', '가', '頻', '😀'), maxLength: 6 })
const anyEvent = fc.record({
  name: anyText.filter((text) => text !== ''),
  data: fc.array(anyText, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
})
const anyNewline = fc.constantFrom('\n', '\r', '\r\n')

const serializeEvent = ({ name, data }: ServerSentEvent, index: number, newline: string) =>
  [...(index % 2 ? [': still here', ''] : []), `event: ${name}`]
    .concat(
      data.split('\n').map((line) => `data: ${line}`),
      ['', ''],
    )
    .join(newline)

test('however a stream is cut, in text or in bytes, its events are the same', () => {
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 6 }), anyNewline, cuts, (events, newline, places) => {
      const stream = events.map((event, at) => serializeEvent(event, at, newline)).join('')
      const bytes = new TextEncoder().encode(stream)
      const borders = [0, ...places.map((place) => Math.min(place, bytes.length)), bytes.length]
      borders.sort((a, b) => a - b)
      const decoder = new TextDecoder()
      const pieces = borders
        .slice(1)
        .map((to, at) => decoder.decode(bytes.subarray(borders[at], to), { stream: true }))
      expect(parseEvents(pieces)).toEqual(events)
      expect(parseEvents([...stream])).toEqual(events)
      expect(parseEvents([stream])).toEqual(events)
    }),
    { numRuns: 500 },
  )
})
