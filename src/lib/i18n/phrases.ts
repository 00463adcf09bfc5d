import { t } from './strings.ts'

// The punctuation between words differs by language, so that it stands in the texts.

/** "A, B, C": names side by side. */
export const listNames = (names: readonly string[]): string => names.join(t('common:phrase.names'))

/** "March 3, ₩1,200, new": facts side by side. */
export const listFacts = (facts: readonly string[]): string => facts.join(t('common:phrase.facts'))

/** "Firefox (2)" */
export const addNote = (text: string, note: string | number): string =>
  t('common:phrase.note', { text, note })

/** "One sentence. Another one." */
export const joinSentences = (first: string, second: string): string =>
  t('common:phrase.sentences', { first, second })

/** "Previous month: March" */
export const addValue = (label: string, value: string): string => t('common:phrase.value', { label, value })
