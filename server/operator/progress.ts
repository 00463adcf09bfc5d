import { basename } from 'node:path'
import cliProgress from 'cli-progress'
import type { FileOutcome, Progress } from '#server/ingest/import-files.ts'

const units = 1_000

/** A bar on a terminal, a line for each file elsewhere. */
export const createProgress = (stream: NodeJS.WriteStream): Progress =>
  stream.isTTY ? bar(stream) : lines(stream)

function bar(stream: NodeJS.WriteStream): Progress {
  const shown = new cliProgress.SingleBar({
    format: '{bar} {percentage}%  {at}/{files} files  {text}',
    stream,
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: false,
    fps: 8,
  })
  let total = 1
  let at = 0
  return {
    begin(files, bytes) {
      total = Math.max(bytes, 1)
      shown.start(units, 0, { at, files, text: '' })
    },
    reach(bytes, files = at) {
      at = files
      shown.update(Math.floor((bytes / total) * units), { at })
    },
    done: ({ path }) => shown.update({ at: ++at, text: basename(path) }),
    step: (text) => shown.update({ text }),
    end: () => shown.stop(),
  }
}

function lines(stream: NodeJS.WriteStream): Progress {
  let all = 0
  let at = 0
  const say = (text: string) => void stream.write(`${text}\n`)
  return {
    begin: (files) => {
      all = files
    },
    reach() {},
    // What became of each file stands in the summary.
    done: ({ path, result }: FileOutcome) => say(`${++at}/${all} ${result} ${basename(path)}`),
    step: (text) => say(`${text} …`),
    end() {},
  }
}
