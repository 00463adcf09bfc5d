/** What a link to a channel says: YouTube's id, a handle with its @, an old user name, or a name that only YouTube's own pages know. */
export interface ChannelLink {
  readonly kind: 'id' | 'handle' | 'user' | 'custom'
  /** `UC…`, `@handle`, `user/name`, `c/name` or `name`; decoded and in NFC. */
  readonly value: string
}

/** Where channels have their pages, and where only those by id or handle have one. */
const ownHosts = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com'])
const otherHosts = new Set(['music.youtube.com', 'studio.youtube.com'])

/** First words of addresses that are not names of channels. */
const otherPages = new Set(
  `about account ads api attribution_link c channel channels clip copyright creators embed error feed feeds gaming
  hashtag howyoutubeworks iframe_api intl jobs kids live live_chat logout movies music new oembed oops opensearch
  paid_memberships playlist playlists post premium press purchases redirect reporthistory results robots.txt s
  select_site shorts signin signout source sports storefront t trends trending tv upload user v verify vi video videos
  view_play_list w watch watch_popup watch_videos yt`.split(/\s+/),
)

const channelId = /^UC[\w-]{22}$/
const handle = /^@(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}_.·-]{1,100}$/u
const plainName = /^[^\s\p{C}/?#&=%@<>"'`\\]{1,100}$/u

/** Of an address, with or without a scheme: host and path. */
const address = /^(?:https?:\/\/)?([a-z.]+)(\/[^?#]*)?(?:[?#].*)?$/isu
/** What copying leaves at the ends and nobody sees. */
const unseenEnds = /^[\s\u200b-\u200f\u2060\ufeff]+|[\s\u200b-\u200f\u2060\ufeff]+$/g

/** Reads a link in any form in which YouTube shows a channel. @returns null when it is none */
export function parseChannelLink(text: string): ChannelLink | null {
  const entered = text.replace(unseenEnds, '')
  if (entered.length > 500) return null
  if (channelId.test(entered)) return { kind: 'id', value: entered }
  if (entered.startsWith('@')) return ofPath(entered.replace(/[?#].*$/s, ''), true)
  const [, host = '', path = ''] = address.exec(entered) ?? []
  const own = ownHosts.has(host.toLowerCase())
  return own || otherHosts.has(host.toLowerCase()) ? ofPath(path, own) : null
}

function ofPath(path: string, named: boolean): ChannelLink | null {
  const parts = path.split('/').filter((part) => part !== '')
  const [first = '', second = ''] = parts.map(decoded)
  if (parts.some((part) => /^\.+$/.test(decoded(part)))) return null
  if (first.startsWith('@')) return linkOf('handle', first, handle.test(first))
  if (first === 'channel') return linkOf('id', second, channelId.test(second))
  if (!named) return null
  if (first === 'user' || first === 'c')
    return linkOf(first === 'c' ? 'custom' : 'user', `${first}/${second}`, plainName.test(second))
  return linkOf('custom', first, plainName.test(first) && !otherPages.has(first.toLowerCase()))
}

const linkOf = (kind: ChannelLink['kind'], value: string, valid: boolean): ChannelLink | null =>
  valid ? { kind, value } : null

/** Decoded once; what cannot be decoded is nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part).normalize('NFC')
  } catch {
    return ''
  }
}
