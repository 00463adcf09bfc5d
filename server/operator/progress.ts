import { createRequire } from 'node:module'
import { basename } from 'node:path'
import type { SingleBar } from 'cli-progress'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'

const barSteps = 1_000

export const createProgress = (stream: NodeJS.WriteStream): ImportProgress =>
  stream.isTTY ? createProgressBar(stream) : createProgressLog(stream)

/** Only commands that show progress load the library. */
function createBar(stream: NodeJS.WriteStream): SingleBar {
  const library = createRequire(import.meta.url)('cli-progress') as typeof import('cli-progress')
  return new library.SingleBar({
    format: '{bar} {percentage}%  {at}/{files} files  {text}',
    stream,
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: false,
    fps: 8,
  })
}

function createProgressBar(stream: NodeJS.WriteStream): ImportProgress {
  let bar: SingleBar | undefined
  let total = 1
  let finished = 0
  return {
    start(files, bytes) {
      total = Math.max(bytes, 1)
      bar ??= createBar(stream)
      bar.start(barSteps, 0, { at: finished, files, text: '' })
    },
    advance(bytes, files = finished) {
      finished = files
      bar?.update(Math.floor((bytes / total) * barSteps), { at: finished })
    },
    completeFile: ({ path }) => bar?.update({ at: ++finished, text: basename(path) }),
    startStep: (text) => bar?.update({ text }),
    end: () => bar?.stop(),
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
