import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Which frame surrounds the content, and from which width the laptop layout begins. */
export const designIds = ['', 'mcn-2', 'mcn-3', 'mcn-4'] as const
export type DesignId = (typeof designIds)[number]

/** The width in CSS pixels from which the laptop layout begins. */
export const laptopFrom: Record<DesignId, number> = { '': 1100, 'mcn-2': 1280, 'mcn-3': 1400, 'mcn-4': 1400 }
/** Below this width in CSS pixels a screen is `mobile`. */
export const mobileBelow = 640

export const Currency = z.enum(['KRW', 'USD'])
export type Currency = z.infer<typeof Currency>

/**
 * How many units of an amount make one won or one dollar. Both units are about a millionth of a dollar, so neither
 * loses what YouTube reports, and sums of the largest networks stay far below 2^53.
 */
export const amountUnits: Record<Currency, number> = { KRW: 1_000, USD: 1_000_000 }

const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i))

export const Metadata = z.object({
  domain: z.string(),
  /** What the site calls itself: brand in the frame, suffix of the title. */
  name: z.string(),
  design_id: z.enum(designIds),
  color_primary: Color,
  color_primary_dim: Color,
  /** Addresses of pictures; null where the site has none and its initial is drawn. */
  logo_favicon: z.nullable(z.string()),
  logo_meta: z.nullable(z.string()),
  /** A playlist site: English and US dollars; otherwise Korean and won. The spelling is the specification's. */
  is_playist: z.boolean(),
  exclusive_logo: z.nullable(z.string()),
})
export type Metadata = z.infer<typeof Metadata>

export const readMeta = endpoint({
  name: 'readMeta',
  method: 'GET',
  path: 'v2/mcn/meta',
  access: 'public',
  summary: 'What a site looks like and which language and currency it uses, by its domain.',
  query: z.object({ domain: z.string().check(z.minLength(1), z.maxLength(253)) }),
  output: z.object({ metadata: Metadata }),
  refusals: ['unknown_site'],
  anonymous: true,
})

/** The host as sites are keyed by it: lower case, ASCII (`xn--…`), without port and a leading `www.`. */
export const siteHost = (host: string) =>
  inAscii(host.trim().toLowerCase())
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')

/** What cannot be a host stays as it is. */
function inAscii(host: string): string {
  const address = `http://${host}`
  return /[/?#@\\]/.test(host) || !URL.canParse(address) ? host : new URL(address).hostname
}
