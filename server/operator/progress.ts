import { basename } from 'node:path'
import cliProgress from 'cli-progress'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'

const barSteps = 1_000

export const createProgress = (stream: NodeJS.WriteStream): ImportProgress =>
  stream.isTTY ? createProgressBar(stream) : createProgressLog(stream)

function createProgressBar(stream: NodeJS.WriteStream): ImportProgress {
  const progressBar = new cliProgress.SingleBar({
    format: '{bar} {percentage}%  {at}/{files} files  {text}',
    stream,
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: false,
    fps: 8,
  })
  let total = 1
  let finished = 0
  return {
    start(files, bytes) {
      total = Math.max(bytes, 1)
      progressBar.start(barSteps, 0, { at: finished, files, text: '' })
    },
    advance(bytes, files = finished) {
      finished = files
      progressBar.update(Math.floor((bytes / total) * barSteps), { at: finished })
    },
    completeFile: ({ path }) => progressBar.update({ at: ++finished, text: basename(path) }),
    startStep: (text) => progressBar.update({ text }),
    end: () => progressBar.stop(),
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
