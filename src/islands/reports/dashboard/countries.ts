import type { ReadableAtom } from 'nanostores'
import { type Countries, readCountries } from '#contract/reports/countries.ts'
import { $networkKey, type ScopeKey } from '#islands/reports/state/scope-key.ts'
import { createQuery, type Query } from '#lib/api/query.ts'

export type CountriesQuery = Query<ScopeKey, Countries>

export const createCountriesQuery = ($key: ReadableAtom<ScopeKey | null>): CountriesQuery =>
  createQuery($key, readCountries, ({ caller: _, ...query }) => query)

export const networkCountries = createCountriesQuery($networkKey)
