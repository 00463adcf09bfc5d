import { atom, computed } from 'nanostores'
import type { SiteMetadata } from '#contract/site.ts'
import { initialSearch, parseDesign } from './host.ts'

/** What the site looks like and speaks; from the last visit until the API has answered, null when neither is known. */
export const $site = atom<SiteMetadata | null>(null)

/** `failed`: the API did not say what this site is, and there is nothing kept. */
export const $siteStatus = atom<'loading' | 'ready' | 'failed'>('loading')

/** A playlist site speaks English and dollars, any other Korean and won. */
export const $currency = computed($site, (site) => (site?.is_playist ? 'USD' : 'KRW'))

/** The address can ask for another design than the site's. */
export const $design = computed($site, (site) => parseDesign(initialSearch) ?? site?.design_id ?? '')
