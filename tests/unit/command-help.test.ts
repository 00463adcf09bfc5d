import { expect, test } from 'vitest'
import { buildCommand } from '#server/operator/build-command.ts'
import { loadCommands } from '#server/operator/registry.ts'

const width = 120
const commands = await loadCommands()

const printHelp = (command: (typeof commands)[number]) =>
  buildCommand(command, () => {})
    .configureOutput({ getOutHelpWidth: () => width })
    .helpInformation()

test.each(commands)('the help of $name fills its lines', (command) => {
  const lines = printHelp(command).split('\n')
  const broken = lines.filter((line, index) => {
    const [next = ''] = (lines[index + 1] ?? '').split(' ')
    return /^\S/.test(line) && next !== '' && line.length + 1 + next.length <= width
  })
  expect(broken).toEqual([])
  expect(lines.filter((line) => line.length > width)).toEqual([])
})
