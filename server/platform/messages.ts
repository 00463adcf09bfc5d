import type { FieldCode, RefusalCode } from '#contract/platform/errors.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { Currency } from '#contract/platform/params.ts'
import { getCountryName as formatCountry, unknownCountry } from '#lib/format/countries.ts'
import type { NameUnder } from '#lib/texts/catalog.ts'
import { translate } from './texts.ts'

export const getRefusalMessage = (code: RefusalCode, locale: Locale): string =>
  translate(`messages:refusals.${code}`, locale)

export const getFieldMessage = (code: FieldCode, locale: Locale): string =>
  translate(`messages:fields.${code}`, locale)

export type ColumnName = NameUnder<'csv:columns'>

export const getColumnTitle = (name: ColumnName, currency: Currency, locale: Locale): string =>
  translate(`csv:columns.${name}`, locale, { unit: translate(`csv:units.${currency}`, locale) })

export type FileName = NameUnder<'csv:names'>

export const getFileName = (name: FileName, locale: Locale): string => translate(`csv:names.${name}`, locale)

/** Underscores separate the parts of a file's name, and hyphens the words of a part. */
export const toFileNamePart = (text: string): string => text.replaceAll(' ', '-')

/** As on screens. */
export const getCountryName = (code: string, locale: Locale): string =>
  code === unknownCountry ? translate('csv:unknownCountry', locale) : formatCountry(code, locale)
