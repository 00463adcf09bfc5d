import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { computedFacts, maxFacts } from '#contract/portal/site-home.ts'
import { LocalizedText } from '#server/platform/localized-text.ts'

export const StoredFact = z.union([
  z.enum(computedFacts),
  z.object({ value: LocalizedText, label: LocalizedText }),
])
export type StoredFact = z.infer<typeof StoredFact>

/** The stored form: by text, then by language. */
export const HomeTexts = z.object({
  /** Lines, separated by line breaks. */
  headline: LocalizedText,
  lead: LocalizedText,
  actionLabel: LocalizedText,
  actionHref: LocalizedText,
  pictureAlt: LocalizedText,
  logoAlt: LocalizedText,
  /** Null: those that every site shows. */
  facts: z.nullable(z.array(StoredFact)),
})
export type HomeTexts = z.infer<typeof HomeTexts>

export const noTexts: HomeTexts = {
  headline: {},
  lead: {},
  actionLabel: {},
  actionHref: {},
  pictureAlt: {},
  logoAlt: {},
  facts: null,
}

/** The written form: by language, then by text. */
const Texts = z.strictObject({
  headline: z.optional(z.union([z.string(), z.array(z.string())])),
  lead: z.optional(z.string()),
  action: z.optional(z.strictObject({ label: z.string(), target: z.string() })),
  picture: z.optional(z.string()),
  logo: z.optional(z.string()),
})
const FactText = z.strictObject({ value: z.string(), label: z.string() })
const byLocale = <Value extends z.ZodMiniType>(value: Value) =>
  Object.fromEntries(locales.map((locale) => [locale, z.optional(value)])) as Record<
    Locale,
    z.ZodMiniOptional<Value>
  >
export const WrittenHome = z.strictObject({
  ...byLocale(Texts),
  facts: z.optional(z.array(z.union([z.enum(computedFacts), z.strictObject(byLocale(FactText))]))),
})
export type WrittenHome = z.infer<typeof WrittenHome>

export interface HomeProblem {
  /** Keys and indexes from the root. */
  path: readonly (string | number)[]
  message: string
}

const maxHeadlineLines = 3
/** Length of a line in units: 12 wide characters, such as Hangul, or 22 Latin ones, or a mix of both. */
const maxLineUnits = 132
const wideUnits = maxLineUnits / 12
const narrowUnits = maxLineUnits / 22
const wideCharacter =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u
const maxLengths = { lead: 90, label: 24, target: 300, alt: 150, factValue: 8, factLabel: 24 }

/** Every problem at once. None: `toHomeTexts` can store it. */
export function findHomeProblems(home: WrittenHome): HomeProblem[] {
  return [...locales.flatMap((locale) => findTextProblems(home[locale], locale)), ...findFactProblems(home)]
}

function findTextProblems(texts: WrittenHome[Locale], locale: Locale): HomeProblem[] {
  if (!texts) return []
  const { headline, lead, action, picture, logo } = texts
  const check = (path: readonly string[], text: string | undefined, maxLength: number) =>
    text === undefined ? [] : checkLine([locale, ...path], text, maxLength)
  return [
    ...checkHeadline([locale, 'headline'], getLines(headline)),
    ...check(['lead'], lead, maxLengths.lead),
    ...check(['action', 'label'], action?.label, maxLengths.label),
    ...check(['action', 'target'], action?.target, maxLengths.target),
    ...checkTarget([locale, 'action', 'target'], action?.target),
    ...check(['picture'], picture, maxLengths.alt),
    ...check(['logo'], logo, maxLengths.alt),
  ]
}

const getLines = (headline: string | readonly string[] | undefined): string[] =>
  (typeof headline === 'string' ? headline.replace(/\n$/, '').split('\n') : [...(headline ?? [])]).map(
    (line) => line.trim(),
  )

function checkHeadline(path: readonly string[], lines: readonly string[]): HomeProblem[] {
  if (lines.length > maxHeadlineLines)
    return [{ path, message: `has ${lines.length} lines: use at most ${maxHeadlineLines}` }]
  return lines.flatMap((line, at) => {
    const problems = checkLine(path, line, Number.POSITIVE_INFINITY)
    if (problems.length > 0 || measureLine(line) <= maxLineUnits) return problems
    return [
      {
        path,
        message: `is too long in line ${at + 1} (“${line}”): use at most 12 Korean or Chinese or 22 Latin characters`,
      },
    ]
  })
}

const measureLine = (line: string): number =>
  [...line.normalize('NFC')].reduce(
    (units, character) => units + (wideCharacter.test(character) ? wideUnits : narrowUnits),
    0,
  )

function checkLine(path: HomeProblem['path'], text: string, maxLength: number): HomeProblem[] {
  const { length } = [...text.trim().normalize('NFC')]
  if (length === 0) return [{ path, message: 'is empty: write a text, or leave it out' }]
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text.trim()))
    return [{ path, message: 'has a line break: use a single line' }]
  if (length > maxLength) return [{ path, message: `has ${length} characters: use at most ${maxLength}` }]
  return []
}

/** `//host` would leave the site. */
const isTarget = (target: string) =>
  /^\/(?![/\\])[^\s\\]*$/.test(target) || (/^https:\/\/[^\s\\]+$/.test(target) && URL.canParse(target))

const checkTarget = (path: readonly string[], target: string | undefined): HomeProblem[] =>
  target === undefined || isTarget(target.trim())
    ? []
    : [{ path, message: 'is no target: write a page of the site, such as /join, or a URL with https://' }]

function findFactProblems({ facts = [] }: WrittenHome): HomeProblem[] {
  const computed = facts.filter((fact) => typeof fact === 'string')
  const problems = facts.flatMap((fact, at) =>
    typeof fact === 'string' ? [] : checkFactTexts(['facts', at], fact),
  )
  if (facts.length > maxFacts)
    problems.push({ path: ['facts'], message: `are ${facts.length}: use at most ${maxFacts}` })
  if (new Set(computed).size < computed.length)
    problems.push({ path: ['facts'], message: 'name one twice: use each once' })
  return problems
}

type WrittenFact = Exclude<NonNullable<WrittenHome['facts']>[number], string>

function checkFactTexts(path: HomeProblem['path'], fact: WrittenFact): HomeProblem[] {
  const entries = Object.entries(fact).filter(([, texts]) => texts !== undefined)
  if (entries.length === 0)
    return [{ path, message: 'has no language: write ko: with value and label below it' }]
  return entries.flatMap(([locale, { value, label }]) => [
    ...checkLine([...path, locale, 'value'], value, maxLengths.factValue),
    ...checkLine([...path, locale, 'label'], label, maxLengths.factLabel),
  ])
}

const pickTexts = <Texts>(
  texts: Partial<Record<Locale, Texts | undefined>>,
  getText: (texts: Texts) => string | undefined,
): LocalizedText =>
  Object.fromEntries(
    locales.flatMap((locale) => {
      const ofLocale = texts[locale]
      const text = ofLocale && getText(ofLocale)?.trim().normalize('NFC')
      return text ? [[locale, text]] : []
    }),
  )

export const toHomeTexts = (home: WrittenHome): HomeTexts => ({
  headline: pickTexts(home, ({ headline }) => getLines(headline).join('\n')),
  lead: pickTexts(home, ({ lead }) => lead),
  actionLabel: pickTexts(home, ({ action }) => action?.label),
  actionHref: pickTexts(home, ({ action }) => action?.target),
  pictureAlt: pickTexts(home, ({ picture }) => picture),
  logoAlt: pickTexts(home, ({ logo }) => logo),
  facts:
    home.facts?.map((fact) =>
      typeof fact === 'string'
        ? fact
        : { value: pickTexts(fact, ({ value }) => value), label: pickTexts(fact, ({ label }) => label) },
    ) ?? null,
})
