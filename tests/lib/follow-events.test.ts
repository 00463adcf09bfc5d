import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventParser, type StreamEvent } from '#lib/follow-events.ts'

/** The events of a stream that comes in these pieces. */
function eventsOf(pieces: readonly string[]): StreamEvent[] {
  const parse = eventParser()
  return pieces.flatMap(parse)
}

test('an event has a name and lines of data', () => {
  expect(eventsOf(['event: changed\ndata: a\ndata:b\ndata:  c\n\n'])).toEqual([
    { name: 'changed', data: 'a\nb\n c' },
  ])
  expect(eventsOf(['data\n\n', 'event: x\ndata:\n\n'])).toEqual([
    { name: 'message', data: '' },
    { name: 'x', data: '' },
  ])
})

test('comments, other fields, events without data and what is not complete are none', () => {
  expect(eventsOf([': heartbeat\n\n', 'id: 7\nretry: 10\n\n', 'event: changed\n\n'])).toEqual([])
  expect(eventsOf(['event: changed\ndata: a\n'])).toEqual([])
  // The name was that of the event without data.
  expect(eventsOf(['event: changed\n\ndata: a\n\n'])).toEqual([{ name: 'message', data: 'a' }])
})

const word = fc.string({ unit: fc.constantFrom('a', ' ', ':', '가', '頻', '😀'), maxLength: 6 })
const streamed = fc.record({
  name: word.filter((text) => text !== ''),
  data: fc.array(word, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
})
const end = fc.constantFrom('\n', '\r', '\r\n')

const written = ({ name, data }: StreamEvent, at: number, newline: string) =>
  [...(at % 2 ? [': still here', ''] : []), `event: ${name}`]
    .concat(
      data.split('\n').map((line) => `data: ${line}`),
      ['', ''],
    )
    .join(newline)

test('however a stream is cut, in text or in bytes, its events are the same', () => {
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(streamed, { maxLength: 6 }), end, cuts, (events, newline, places) => {
      const stream = events.map((event, at) => written(event, at, newline)).join('')
      const bytes = new TextEncoder().encode(stream)
      const borders = [0, ...places.map((place) => Math.min(place, bytes.length)), bytes.length]
      borders.sort((a, b) => a - b)
      const decoder = new TextDecoder()
      const pieces = borders
        .slice(1)
        .map((to, at) => decoder.decode(bytes.subarray(borders[at], to), { stream: true }))
      expect(eventsOf(pieces)).toEqual(events)
      expect(eventsOf([...stream])).toEqual(events)
      expect(eventsOf([stream])).toEqual(events)
    }),
    { numRuns: 500 },
  )
})
