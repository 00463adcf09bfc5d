/** A channel link's target: YouTube id, handle with @, legacy user name, or custom name. */
export interface ChannelLink {
  readonly kind: 'id' | 'handle' | 'user' | 'custom'
  /** `UC…`, `@handle`, `user/name`, `c/name` or `name`; decoded and in NFC. */
  readonly value: string
}

/** Hosts of channel pages; the second set only supports ids and handles. */
const channelHosts = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com'])
const idOnlyHosts = new Set(['music.youtube.com', 'studio.youtube.com'])

const reservedPaths = new Set(
  `about account ads api attribution_link c channel channels clip copyright creators embed error feed feeds gaming
  hashtag howyoutubeworks iframe_api intl jobs kids live live_chat logout movies music new oembed oops opensearch
  paid_memberships playlist playlists post premium press purchases redirect reporthistory results robots.txt s
  select_site shorts signin signout source sports storefront t trends trending tv upload user v verify vi video videos
  view_play_list w watch watch_popup watch_videos yt`.split(/\s+/),
)

const channelIdPattern = /^UC[\w-]{22}$/
const handlePattern = /^@(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}_.·-]{1,100}$/u
const customNamePattern = /^[^\s\p{C}/?#&=%@<>"'`\\]{1,100}$/u

const urlPattern = /^(?:https?:\/\/)?([a-z.]+)(\/[^?#]*)?(?:[?#].*)?$/isu
/** White space, invisible characters picked up by copying, and marks of the sentence around a link. */
const openingEdge = /^[\s\u200b-\u200f\u2060\ufeff("'<[{“‘「『《〈【]+/
const closingEdge = /[\s\u200b-\u200f\u2060\ufeff)"'>\]}”’」』》〉】.,;:!…。｡、]+$/
const linkInText =
  /(?<=[\s:("'<[“‘「『《〈【])(?:(?:https?:\/\/)?(?:[a-z]+\.)?youtube\.com\/\S+|@[^\s@]+|UC[\w-]{22}(?![\w-]))/giu

export const getChannelUrl = (channelId: string) => `https://www.youtube.com/channel/${channelId}`

/**
 * Accepts every form of YouTube channel links, also as IMEs write them, and with text before it.
 * @returns null for anything else, such as several links
 */
export function parseChannelLink(text: string): ChannelLink | null {
  const trimmed = trimEdges(toHalfWidth(text))
  if (trimmed.length > 500) return null
  const link = parseLink(trimmed)
  if (link) return link
  const links = (trimmed.match(linkInText) ?? []).map((part) => parseLink(trimEdges(part)))
  const [first = null, ...others] = links
  return others.every((other) => other?.value === first?.value) ? first : null
}

const trimEdges = (text: string) => text.replace(openingEdge, '').replace(closingEdge, '')

/** ＠ ／ ： and other full-width characters, and the full stop of an IME in the name of a host. */
const toHalfWidth = (text: string) =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/(?<=[a-z])[。｡](?=[a-z])/gi, '.')

function parseLink(text: string): ChannelLink | null {
  if (channelIdPattern.test(text)) return { kind: 'id', value: text }
  if (text.startsWith('@')) return parsePath(text.replace(/[?#].*$/s, ''), true)
  const [, host = '', path = ''] = urlPattern.exec(text) ?? []
  const allowsNames = channelHosts.has(host.toLowerCase())
  return allowsNames || idOnlyHosts.has(host.toLowerCase()) ? parsePath(path, allowsNames) : null
}

function parsePath(path: string, allowsNames: boolean): ChannelLink | null {
  const parts = path.split('/').filter((part) => part !== '')
  const [first = '', second = ''] = parts.map(decodeSegment)
  if (parts.some((part) => /^(?:\.|%2e)+$/i.test(part))) return null
  if (first.startsWith('@')) return createLink('handle', first, handlePattern.test(first))
  if (first === 'channel') return createLink('id', second, channelIdPattern.test(second))
  if (!allowsNames) return null
  if (first === 'user' || first === 'c')
    return createLink(first === 'c' ? 'custom' : 'user', `${first}/${second}`, customNamePattern.test(second))
  return createLink('custom', first, customNamePattern.test(first) && !reservedPaths.has(first.toLowerCase()))
}

const createLink = (kind: ChannelLink['kind'], value: string, valid: boolean): ChannelLink | null =>
  valid ? { kind, value } : null

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part).normalize('NFC').replace(closingEdge, '')
  } catch {
    return ''
  }
}
