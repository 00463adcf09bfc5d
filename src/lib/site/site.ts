import { atom, computed } from 'nanostores'
import { parseDesign } from '#contract/portal/design.ts'
import type { SiteMetadata } from '#contract/portal/site.ts'
import { preview } from './host.ts'

/** Cached from the last visit until the API has responded; null without either. */
export const $site = atom<SiteMetadata | null>(null)

/** `failed`: neither the API nor the cache provides metadata. */
export const $siteStatus = atom<'loading' | 'ready' | 'failed'>('loading')

/** Playlist sites use English and dollars, all others Korean and won. */
export const $currency = computed($site, (site) => (site?.is_playist ? 'USD' : 'KRW'))

export const $design = computed($site, (site) => parseDesign(preview.d) ?? site?.design_id ?? '')
