import { styleText } from 'node:util'
import { escapeControls } from './escape-controls.ts'

const levels: Readonly<Record<number, string>> = {
  20: styleText('dim', 'debug'),
  30: 'info ',
  40: styleText('yellow', 'warn '),
  50: styleText('red', 'error'),
  60: styleText('red', 'fatal'),
}

interface LogLine {
  level: number
  time: string
  msg?: string
  err?: { stack?: string; message?: string }
  /** Of a request. */
  method?: string
  path?: string
  status?: number
  ms?: number
}

/** A line of the log, which is JSON, for people at a terminal. */
export function formatLogLine(json: string): string {
  const { level, time, msg, err, method, path, status, ms, ...fields } = JSON.parse(json) as LogLine
  const request = method && `${status} ${method} ${path} ${ms} ms`
  const text = [request, msg].filter((part) => part).join('  ')
  const clock = styleText('dim', new Date(time).toTimeString().slice(0, 8))
  const details = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${formatValue(value)}`)
    .join(' ')
  const suffix = details && `  ${styleText('dim', escapeControls(details))}`
  const cause = err ? `\n${err.stack ?? err.message}`.replaceAll('\n', '\n  ') : ''
  return `${clock} ${levels[level] ?? level} ${escapeControls(text)}${suffix}${escapeControls(cause)}\n`
}

const formatValue = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value)

/** Without sides where the terminal is too narrow for them. `columns`: 0 if unknown. */
export function drawBox(lines: readonly string[], columns: number): string {
  const width = Math.max(...lines.map(({ length }) => length))
  if (columns > 0 && width + 4 > columns) {
    const rule = '─'.repeat(Math.min(width, columns))
    return [rule, ...lines, rule].join('\n')
  }
  const edge = '─'.repeat(width + 2)
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`].join('\n')
}
