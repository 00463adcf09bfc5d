import type { ReadableAtom } from 'nanostores'
import { type Countries, readCountries } from '#contract/countries.ts'
import { createQuery, type Query } from '#lib/api/query.ts'
import { $networkKey, type ScopeKey } from './scope-key.ts'

export type CountriesQuery = Query<ScopeKey, Countries>

export const createCountriesQuery = ($key: ReadableAtom<ScopeKey | null>): CountriesQuery =>
  createQuery($key, readCountries, ({ caller: _, ...query }) => query)

export const networkCountries = createCountriesQuery($networkKey)
