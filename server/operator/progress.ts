import { basename } from 'node:path'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'

const barWidth = 24
const redrawIntervalMs = 125
/** Switches line wrap off and, at the end of each write, on again: an interrupted process leaves it on. */
const redrawLine = (text: string) => `\r\x1B[K\x1B[?7l${text}\x1B[?7h`

export const createProgress = (stream: NodeJS.WriteStream): ImportProgress =>
  stream.isTTY ? createProgressBar(stream) : createProgressLog(stream)

function createProgressBar(stream: NodeJS.WriteStream): ImportProgress {
  let files = 0
  let finished = 0
  let totalBytes = 1
  let processedBytes = 0
  let step = ''
  let redraw: NodeJS.Timeout | undefined
  const draw = () => {
    const share = Math.min(processedBytes / totalBytes, 1)
    const bar = '='.repeat(Math.floor(share * barWidth)).padEnd(barWidth, '-')
    stream.write(redrawLine(`${bar} ${Math.floor(share * 100)}%  ${finished}/${files} files  ${step}`))
  }
  return {
    start(count, bytes) {
      files = count
      totalBytes = Math.max(bytes, 1)
      processedBytes = 0
      step = ''
      clearInterval(redraw)
      redraw = setInterval(draw, redrawIntervalMs)
      draw()
    },
    advance(bytes, count = finished) {
      processedBytes = bytes
      finished = count
    },
    completeFile({ path }) {
      finished++
      step = basename(path)
    },
    startStep: (text) => {
      step = text
    },
    end() {
      if (redraw) stream.write(redrawLine(''))
      clearInterval(redraw)
      redraw = undefined
    },
  }
}

function createProgressLog(stream: NodeJS.WriteStream): ImportProgress {
  let total = 0
  let finished = 0
  const writeLine = (text: string) => void stream.write(`${text}\n`)
  return {
    start: (files) => {
      total = files
    },
    advance() {},
    completeFile: ({ path, result }) => writeLine(`${++finished}/${total} ${result} ${basename(path)}`),
    startStep: (text) => writeLine(`${text} …`),
    end() {},
  }
}
