import { describe, expect, test } from 'vitest'
import { checkAudio, requirePlausibleLength } from '#server/portal/track-files/audio-check.ts'
import {
  createAacFrames,
  createM4aFile,
  createMp3Frames,
  createOggFile,
  createTone,
} from '#tests/support/audio-files.ts'

const framesOf40Seconds = 1532

/** The note of an encoder in a silent first frame: how many frames follow. */
function noteFrames(count: number): Buffer {
  const frame = createMp3Frames(1)
  frame.write('Info', 36)
  frame.writeUInt32BE(1, 40)
  frame.writeUInt32BE(count, 44)
  return frame
}

const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\x00', 'latin1'), Buffer.alloc(128, 1)])
const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 32)])

describe('audio is measured', () => {
  test.each([
    ['WAV', createTone(40), 'wav', 40_000],
    ['MP3', createMp3Frames(framesOf40Seconds), 'mp3', 40_020],
    ['MP3 with tags', Buffer.concat([id3, createMp3Frames(framesOf40Seconds), id3v1]), 'mp3', 40_020],
    [
      'MP3 with the note of its encoder',
      Buffer.concat([noteFrames(framesOf40Seconds), createMp3Frames(framesOf40Seconds)]),
      'mp3',
      40_046,
    ],
    ['M4A', createM4aFile(40), 'm4a', 40_000],
    ['Apple Lossless', createM4aFile(41.5, { codec: 'alac' }), 'm4a', 41_500],
  ])('%s', (_, bytes, format, lengthMs) => {
    expect(checkAudio(bytes)).toEqual({ format, lengthMs })
  })
})

/** A WAV whose header is changed. */
function changeHeader(change: (bytes: Buffer) => void): Buffer {
  const bytes = createTone(1)
  change(bytes)
  return bytes
}

describe('audio is refused', () => {
  const mp3 = createMp3Frames(100)
  test.each([
    ['a cut WAV', createTone(2).subarray(0, 9_000), 'ends before'],
    ['a WAV without sound', createTone(0), 'without sound'],
    ['compression in a WAV', changeHeader((bytes) => bytes.writeUInt16LE(2, 20)), 'compressed'],
    ['a wrong header', changeHeader((bytes) => bytes.writeUInt32LE(1, 28)), 'contradicts'],
    ['an MP3 cut within a frame', mp3.subarray(0, mp3.length - 100), 'breaks off after 2 s'],
    ['an MP3 cut between frames', Buffer.concat([noteFrames(200), mp3]), 'breaks off after 2 s'],
    ['a hole in an MP3', Buffer.concat([mp3, Buffer.alloc(500, 7), mp3]), 'damaged after 2 s'],
    ['a cut M4A', createM4aFile(40).subarray(0, -500), 'ends before'],
    ['a video', createM4aFile(40, { handler: 'vide' }), 'a video'],
    ['a protected file', createM4aFile(40, { codec: 'drms' }), 'protected'],
    ['another codec', createM4aFile(40, { codec: 'Opus' }), 'no sound in AAC'],
    ['an M4A without a length', createM4aFile(0), 'how long'],
    ['AAC frames', createAacFrames(50), 'save it as WAV, MP3 or M4A'],
    ['Ogg', createOggFile(), 'save it as WAV, MP3 or M4A'],
    ['FLAC', Buffer.from('fLaC\0\0\0\x22'), 'save it as WAV, MP3 or M4A'],
    ['text', Buffer.from('no audio at all'), 'save it as WAV, MP3 or M4A'],
  ])('%s', (_, bytes, message) => {
    expect(() => checkAudio(bytes)).toThrow(message)
  })

  test('whatever is cut off, nothing but a refusal is thrown', () => {
    for (const whole of [createTone(1), createMp3Frames(3), createM4aFile(40)])
      for (let length = 0; length < Math.min(whole.length, 1_500); length += 7)
        try {
          checkAudio(whole.subarray(0, length))
        } catch (error) {
          expect((error as Error).constructor.name).toBe('UnusableFileError')
        }
  })
})

describe('a length', () => {
  const check = (seconds: number, catalog: number | null) => () =>
    requirePlausibleLength({ format: 'wav', lengthMs: seconds * 1000 }, catalog)

  test.each([
    [132, 132],
    [127.4, 132],
    [20, 20],
    [35, null],
    [900, null],
  ])('of %s s fits %s s', (seconds, catalog) => {
    expect(check(seconds, catalog)).not.toThrow()
  })

  test.each([
    [30, 132, 'it plays for 0:30, but the catalog says 2:12'],
    [30, null, 'it plays for 0:30, like a preview'],
    [2_400, null, 'it plays for 40:00, like an album'],
  ])('of %s s does not fit %s s', (seconds, catalog, message) => {
    expect(check(seconds, catalog)).toThrow(message)
  })
})
