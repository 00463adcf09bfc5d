import { atom, computed } from 'nanostores'
import { getSiteCurrency } from '#contract/platform/currency.ts'
import { parseDesign } from '#contract/portal/design.ts'
import type { SiteMetadata } from '#contract/portal/site.ts'
import { preview } from './host.ts'

/** Cached from the last visit until the API has responded; null without either. */
export const $site = atom<SiteMetadata | null>(null)

/** `failed`: neither the API nor the cache provides metadata. */
export const $siteStatus = atom<'loading' | 'ready' | 'failed'>('loading')

export const $currency = computed($site, (site) => getSiteCurrency(site?.is_playist ?? false))

export const $design = computed($site, (site) => parseDesign(preview.d) ?? site?.design_id ?? '')
