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
/** Invisible characters picked up by copying. */
const invisibleEdges = /^[\s\u200b-\u200f\u2060\ufeff]+|[\s\u200b-\u200f\u2060\ufeff]+$/g

export const getChannelUrl = (channelId: string) => `https://www.youtube.com/channel/${channelId}`

/** Accepts every form of YouTube channel links. @returns null for anything else */
export function parseChannelLink(text: string): ChannelLink | null {
  const trimmed = text.replace(invisibleEdges, '')
  if (trimmed.length > 500) return null
  if (channelIdPattern.test(trimmed)) return { kind: 'id', value: trimmed }
  if (trimmed.startsWith('@')) return parsePath(trimmed.replace(/[?#].*$/s, ''), true)
  const [, host = '', path = ''] = urlPattern.exec(trimmed) ?? []
  const allowsNames = channelHosts.has(host.toLowerCase())
  return allowsNames || idOnlyHosts.has(host.toLowerCase()) ? parsePath(path, allowsNames) : null
}

function parsePath(path: string, allowsNames: boolean): ChannelLink | null {
  const parts = path.split('/').filter((part) => part !== '')
  const [first = '', second = ''] = parts.map(decodeSegment)
  if (parts.some((part) => /^\.+$/.test(decodeSegment(part)))) return null
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
    return decodeURIComponent(part).normalize('NFC')
  } catch {
    return ''
  }
}
