import { expect, test } from 'vitest'
import en from '#contract/messages/en.json' with { type: 'json' }
import { fieldCodes, refusalStatuses } from '#contract/platform/errors.ts'
import { locales } from '#contract/platform/locale.ts'

test.each(locales)(
  'every refusal and every field error has its words in %s, and no word is left over',
  async (locale) => {
    const { default: messages } = await import(`../../contract/messages/${locale}.json`)
    expect(Object.keys(messages.refusals).sort()).toEqual(Object.keys(refusalStatuses).sort())
    expect(Object.keys(messages.fields).sort()).toEqual([...fieldCodes].sort())
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort())
  },
)
