import { atom, computed } from 'nanostores'
import { type ChannelPreview, findChannel } from '#contract/channels/channel-changes.ts'
import { parseChannelLink } from '#contract/channels/channel-link.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import type { ApiError } from '#lib/api/call.ts'
import { createQuery } from '#lib/api/query.ts'
import { $token } from '#lib/api/session.ts'

const $link = atom<string | null>(null)

export function findLinkProblem(link: string): FieldCode | null {
  const parsed = parseChannelLink(link)
  if (parsed === null) return 'channel_link_invalid'
  return parsed.kind === 'custom' ? 'channel_link_custom' : null
}

export function lookUpChannel(link: string | null): void {
  $link.set(link && findLinkProblem(link) === null ? link : null)
}

const $lookupQuery = computed([$token, $link], (caller, link) => (link === null ? null : { caller, link }))

const lookupResult = createQuery($lookupQuery, findChannel, ({ link }) => ({ link }))

interface ChannelLookup {
  link: string | null
  /** `silent`: YouTube did not respond in time. */
  state: 'idle' | 'looking' | 'found' | 'silent' | 'refused'
  channel: ChannelPreview | null
  error: ApiError | null
}

export const $channelLookup = computed(lookupResult.$state, ({ key, result, error }): ChannelLookup => {
  const link = key?.link ?? null
  if (link === null) return { link, state: 'idle', channel: null, error: null }
  if (error) return { link, state: 'refused', channel: null, error }
  if (result?.key.link !== link) return { link, state: 'looking', channel: null, error: null }
  const { found } = result.data
  return { link, state: found ? 'found' : 'silent', channel: found, error: null }
})
