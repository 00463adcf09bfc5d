import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readAllTexts } from '#build/text-files.ts'
import { fieldCodes, refusalStatuses } from '#contract/platform/errors.ts'

test('every refusal and every field error has its words, and no word is left over', async () => {
  const { refusals, fields } = (await readAllTexts(pathToFileURL(`${process.cwd()}/`), 'ko')).get(
    'messages',
  ) as {
    refusals: object
    fields: object
  }
  expect(Object.keys(refusals).sort()).toEqual(Object.keys(refusalStatuses).sort())
  expect(Object.keys(fields).sort()).toEqual([...fieldCodes].sort())
})
